import * as settings from "site:settings";
import { type ScannedField, scannedFields } from "#scanner/scan/read-scan.ts";

/** The kind of a label for each field. Words, icons and addresses use these names. */
export const labelKindOf = {
  zongpai: "goods",
  box_no: "box",
  location: "shelf",
} as const satisfies Record<ScannedField, string>;

const { fields } = settings.scan;

/** The fields whose pattern matches a typed code. */
export const fieldsOfTypedCode = (code: string): ScannedField[] =>
  scannedFields.filter((field) =>
    new RegExp(fields[field].pattern, fields[field].flags).test(code),
  );
