import { keepValue, loadValue } from "../../shared/device-storage.ts";
import { set, state } from "../state.ts";
import { marksOf, type RowMark, type ScanRow } from "./rows.ts";

/** Increase the number when the format changes. */
const storageName = "marks 1";
let lastSaved: { readonly rows: readonly ScanRow[]; readonly text: string } = {
  rows: [],
  text: "[]",
};

export const loadMarks = async (): Promise<readonly RowMark[]> => {
  const marks = (await loadValue<readonly RowMark[]>(storageName)) ?? [];
  lastSaved = { rows: [], text: JSON.stringify(marks) };
  return marks;
};

/** Runs after each redraw, so that late outcomes survive when the system kills the page. */
export const saveMarks = (): void => {
  const { rows } = state();
  if (rows === lastSaved.rows) return;
  const marks = marksOf(rows);
  const text = JSON.stringify(marks);
  if (text !== lastSaved.text) void keepValue(storageName, marks);
  lastSaved = { rows, text };
};

/** Removes a row from the strip. The header counts it until the worker acknowledges it. */
export const markSeen = (seen: ScanRow): void => {
  const rows = state().rows.map((row) =>
    row.entry.id === seen.entry.id ? { ...row, seen: true } : row,
  );
  set({ rows });
};
