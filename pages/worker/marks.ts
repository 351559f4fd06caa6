import { keep, load } from "../shared/device.ts";
import { type Mark, marksOf, type Row } from "./rows.ts";
import { set, state } from "./store.ts";

/** The number changes with the format. */
const name = "marks 1";
let kept: { readonly rows: readonly Row[]; readonly text: string } = { rows: [], text: "[]" };

export const loadMarks = async (): Promise<readonly Mark[]> => {
  const marks = (await load<readonly Mark[]>(name)) ?? [];
  kept = { rows: [], text: JSON.stringify(marks) };
  return marks;
};

/** Called after each drawing, so that late outcomes survive a killed page. */
export const keepMarks = (): void => {
  const { rows } = state();
  if (rows === kept.rows) return;
  const marks = marksOf(rows);
  const text = JSON.stringify(marks);
  if (text !== kept.text) void keep(name, marks);
  kept = { rows, text };
};

/** Removes a row from the strip. The header counts it until it is understood. */
export const see = (seen: Row): void => {
  const rows = state().rows.map((row) =>
    row.entry.id === seen.entry.id ? { ...row, seen: true } : row,
  );
  set({ rows });
};
