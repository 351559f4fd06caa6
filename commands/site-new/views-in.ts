import { DatabaseSync } from "node:sqlite";

/** The views of a SQLite file with their columns, such as "box_info_view (box_no, quantity)"; empty if the file cannot be read. */
export const viewsIn = (file: string): string[] => {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const views = database
      .prepare(
        `SELECT view.name AS name, group_concat(field.name, ', ') AS columns
         FROM sqlite_schema AS view, pragma_table_info(view.name) AS field
         WHERE view.type = 'view' GROUP BY view.name ORDER BY view.name`,
      )
      .all();
    return views.map(({ name, columns }) => `${name} (${columns})`);
  } catch {
    return [];
  }
};
