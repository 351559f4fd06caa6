import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as prompts from "@clack/prompts";
import type { SiteAnswers } from "./answers.ts";
import { askChoice, askText, askTexts } from "./ask.ts";
import { askServer, withErp } from "./ask-server.ts";
import { type AnswersWithFile, sayErpProblems } from "./look-at-erp.ts";

const askFile = async (answers: SiteAnswers): Promise<string> => {
  let file = "";
  await askText(
    {
      message:
        "Which SQLite file? The check uses it.\nThe profile does not name the file; the variable ERP_SQLITE does.",
      ...{ example: "erp.sqlite", paths: [] },
      put: (text, all) => {
        file = resolve(text);
        if (!existsSync(file)) throw new Error(`There is no file ${file}`);
        return all;
      },
    },
    answers,
  );
  return file;
};

const askDatabase = async (answers: SiteAnswers): Promise<AnswersWithFile> => {
  const dialect = await askChoice("11/12 Where are the two views of the ERP, boxes and goods?", [
    ["sqlite", "a SQLite file"],
    ["postgresql", "PostgreSQL"],
    ["mysql", "MariaDB or MySQL"],
    ["mssql", "SQL Server"],
    ["none", "not yet: try the site with made-up goods and boxes"],
  ]);
  if (dialect !== "sqlite" && dialect !== "none")
    return { answers: await askServer(answers, dialect) };
  const inFile = withErp(answers, { dialect: "sqlite", connection: false });
  return dialect === "none"
    ? { answers: inFile }
    : { answers: inFile, file: await askFile(inFile) };
};

/** Parses a view and its columns in a text such as "box_info_view (box_no, quantity)". */
const viewFrom = (text: string): readonly [relation: string, key: string, quantity: string] => {
  const [, relation = "", key = "", quantity = ""] =
    /^([^(]+)\(([^,]+),([^,]+)\)$/.exec(text)?.map((part) => part.trim()) ?? [];
  if (relation === "") throw new Error("must be view (column, column)");
  return [relation, key, quantity];
};

/** The views of a SQLite file with their columns, such as "box_info_view (box_no, quantity)"; empty if the file cannot be read. */
const viewsIn = (file: string): string[] => {
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

const askViews = ({ answers, file }: AnswersWithFile): Promise<SiteAnswers> => {
  const { boxes, zongpais } = answers.erp;
  const views = file === undefined ? [] : viewsIn(file);
  if (views.length > 0) prompts.log.info(`The file has the views:\n${views.join("\n")}`);
  return askTexts(
    [
      {
        message:
          "The view of boxes, with its columns of the box number and the quantity\nTo show more columns, add them to erp.boxes.columns of the profile later.",
        example: "box_info_view (box_no, quantity)",
        initial: `${boxes.relation} (${boxes.boxNo}, ${boxes.quantity})`,
        paths: ["erp.boxes"],
        put: (text, all) => {
          const [relation, boxNo, quantity] = viewFrom(text);
          return withErp(all, { boxes: { relation, boxNo, quantity } });
        },
      },
      {
        message:
          "12/12 The view of goods, with its columns of the zongpai and the ordered quantity\nTo show the product's name, add its column as erp.product of the profile later.",
        example: "zongpai_view (zongpai, quantity)",
        initial: `${zongpais.relation} (${zongpais.zongpai}, ${zongpais.quantity})`,
        paths: ["erp.zongpais"],
        put: (text, all) => {
          const [relation, zongpai, quantity] = viewFrom(text);
          return withErp(all, { zongpais: { relation, zongpai, quantity } });
        },
      },
    ],
    answers,
  );
};

/** Asks for the address and names of the ERP's views, until they can be read or the person postpones it. */
export const askErp = async (before: SiteAnswers): Promise<AnswersWithFile> => {
  let current = await askDatabase(before);
  current = { ...current, answers: await askViews(current) };
  for (;;) {
    if (!(await sayErpProblems(current, prompts.log.warn))) return current;
    const next = await askChoice("The ERP is not ready. What now?", [
      ["look", "Check again, after I have fixed it"],
      ["views", "Answer the names of views and columns again"],
      ["database", "Answer the database again"],
      ["later", "Do it later: the site will not be ready"],
    ]);
    if (next === "later") return current;
    if (next === "database") current = await askDatabase(current.answers);
    if (next !== "look") current = { ...current, answers: await askViews(current) };
  }
};
