import { refusalValuesOf } from "../../shared/refusal.ts";
import { renderScanLine } from "../../shared/scan-line.tsx";
import { partWords } from "../screens/part-words.ts";
import { fieldsOf } from "./queued-write.ts";
import type { ScanRow } from "./rows.ts";

const reasons: Readonly<Record<string, string>> = partWords.late;

/** The goods and a short reason of a refusal. The list has the full sentence. */
export const lateReason = ({ entry }: ScanRow) => {
  const { condition = "" } = refusalValuesOf(entry.refusal);
  return renderScanLine(fieldsOf(entry), reasons[condition] ?? partWords.late.refused);
};
