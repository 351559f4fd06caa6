import * as settings from "site:settings";
import { fieldsThatFit, type ScannedField } from "#scanner/scan/read-scan.ts";

/** The kind of a label for each field. Words, icons and addresses use these names. */
export const labelKindOf = {
  zongpai: "goods",
  box_no: "box",
  location: "shelf",
} as const satisfies Record<ScannedField, string>;

/** The fields whose format a typed code fits. */
export const fieldsOfTypedCode = (code: string): readonly ScannedField[] =>
  fieldsThatFit(code, settings.scan);
