import * as settings from "site:settings";
import { type ScannedField, scannedFields } from "#scanner/scan/read-scan.ts";

/** The kind of a label by its field, as words, icons and addresses name it. */
export const labelKindOf = {
  zongpai: "goods",
  box_no: "box",
  location: "shelf",
} as const satisfies Record<ScannedField, string>;

const { fields } = settings.scan;

/** The fields whose pattern a typed code matches. */
export const fieldsOfTypedCode = (code: string): ScannedField[] =>
  scannedFields.filter((field) =>
    new RegExp(fields[field].pattern, fields[field].flags).test(code),
  );
