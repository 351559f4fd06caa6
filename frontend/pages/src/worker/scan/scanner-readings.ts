import { type ScannedField, type ScanSettings, scannedFields } from "#scanner/scan/read-scan.ts";
import { diagnoseScanner, pullMs, type ScannerDiagnosis } from "./scanner-diagnosis.ts";
import type { KeyStroke } from "./scanner-keys.ts";

/** What the readings of a scanner test say together. */
type Verdict =
  | NonNullable<ScannerDiagnosis["fault"]>
  /** Right so far: the same label must be read again, or a GS1 label must follow. */
  | "again"
  | "gs1"
  | "correct";

/** The readings of one scanner test up to now. */
export type ScannerReadings = {
  readonly last: ScannerDiagnosis;
  readonly verdict: Verdict;
  /** How many readings in turn were right and the same. */
  readonly same: number;
  /** Since the last fault: whether enough readings were the same, and whether one was of a GS1 label. */
  readonly isSteady: boolean;
  readonly hasGs1: boolean;
  /** Whether a reading has proved that scanner and device have the same keyboard. */
  readonly isSameLayout: boolean;
};

/** A scanner is set up correctly only after as many readings that are the same. */
const readingsNeeded = 3;

const hasGs1Labels = ({ fields }: ScanSettings) =>
  scannedFields.some((field: ScannedField) => fields[field].sources.length > 0);

/** The keys of a reading without their times. */
const sequenceOf = ({ keys }: ScannerDiagnosis) =>
  keys.map(({ name, isText = false }) => `${isText} ${name}`).join("\n");

/** Adds the next reading to those before. */
export const addReading = (
  before: ScannerReadings | undefined,
  strokes: readonly KeyStroke[],
  settings: ScanSettings,
): ScannerReadings => {
  const last = diagnoseScanner(strokes, settings);
  const isSame = before !== undefined && sequenceOf(before.last) === sequenceOf(last);
  const gap = (last.keys[0]?.at ?? 0) - (before?.last.keys.at(-1)?.at ?? Number.NEGATIVE_INFINITY);
  const isSameLayout = last.isSameLayout || (before?.isSameLayout ?? false);
  // A person cannot pull the trigger again so fast.
  const isTwice = last.fault === undefined && isSame && gap <= pullMs;
  const fault = isTwice ? "twice" : last.fault;
  if (fault !== undefined && !(fault === "compare" && isSameLayout))
    return { last, verdict: fault, same: 0, isSteady: false, hasGs1: false, isSameLayout };
  const same = isSame ? before.same + 1 : 1;
  const isSteady = same >= readingsNeeded || (before?.isSteady ?? false);
  const hasGs1 = last.scan.kind === "gs1" || (before?.hasGs1 ?? false);
  const wanted = hasGs1 || !hasGs1Labels(settings) ? "correct" : "gs1";
  return {
    ...{ last, same, isSteady, hasGs1, isSameLayout },
    verdict: isSteady ? wanted : "again",
  };
};
