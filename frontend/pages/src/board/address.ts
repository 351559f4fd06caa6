import * as settings from "site:settings";
import { fieldOf, kindsOf, readScan } from "#scanner/scan/read-scan.ts";
import { readCheck } from "../shared/check-code.ts";
import { fieldsOfTypedCode, labelKindOf } from "../shared/labels.ts";

/** `find`: a label that matches several kinds, or none. `queue`: a full list of refusals or of goods off shelf. `boxes`: those of a day. */
const addressKinds = [
  ...(["goods", "box", "shelf", "attachments", "check", "find", "queue", "boxes"] as const),
];
export type AddressKind = (typeof addressKinds)[number];
export type BoardAddress = { readonly kind: AddressKind; readonly code: string };

/** Returns the address of a view. Each view has one, so that the browser's "back" works. */
export const hrefOf = (kind: AddressKind, code: string): string =>
  `#${kind}/${encodeURIComponent(code)}`;

/** Decodes a part of an address; `undefined` if its encoding is broken. */
const decodeIfValid = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Reads the hash of an address; `undefined` if this page did not write it. */
export const addressOf = (hash: string): BoardAddress | undefined => {
  const [, name, text = ""] = /^#([a-z]+)\/(.+)$/.exec(hash) ?? [];
  const kind = addressKinds.find((known) => known === name);
  const code = decodeIfValid(text);
  return kind && code !== undefined ? { kind, code } : undefined;
};

/** The code as a person reads it. For a check, it is the shelf. */
export const shownCodeOf = (code: string): string => readCheck(code)?.location ?? code;

/** The addresses that a text may mean. It is read as a scan first, then as a typed code. */
const addressesOfText = (raw: string): BoardAddress[] => {
  if (readCheck(raw)) return [{ kind: "check", code: raw }];
  const scan = readScan(raw, settings.scan);
  const scanned = kindsOf(scan, settings.scan).flatMap((field) => {
    const reading = fieldOf(scan, field, settings.scan);
    return "value" in reading ? [{ kind: labelKindOf[field], code: reading.value }] : [];
  });
  if (scanned.length > 0) return scanned;
  return fieldsOfTypedCode(raw).map((field) => ({ kind: labelKindOf[field], code: raw }));
};

/** The addresses that a label may mean. If no format matches the text, it is read again in capitals. */
export const addressesOfLabel = (raw: string): BoardAddress[] => {
  const asTyped = addressesOfText(raw);
  return asTyped.length > 0 ? asTyped : addressesOfText(raw.toUpperCase());
};
