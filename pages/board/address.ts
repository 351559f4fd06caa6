import * as settings from "site:settings";
import { fieldOf, kindsOf, readScan } from "#scanner/scan/read-scan.ts";
import { readCheck } from "../shared/check-code.ts";
import { fieldsOfTypedCode, labelKindOf } from "../shared/labels.ts";

/** `find`: a label that may be several of them, or none. */
const addressKinds = ["goods", "box", "shelf", "attachments", "check", "find"] as const;
export type AddressKind = (typeof addressKinds)[number];
export type BoardAddress = { readonly kind: AddressKind; readonly code: string };

/** A link is an address, so that the browser's "back" works. */
export const hrefOf = (kind: AddressKind, code: string): string =>
  `#${kind}/${encodeURIComponent(code)}`;

/** `undefined` for an encoding that is broken. */
const decodeIfValid = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** What an address shows; nothing for one that this page did not make. */
export const addressOf = (hash: string): BoardAddress | undefined => {
  const [, name, text = ""] = /^#([a-z]+)\/(.+)$/.exec(hash) ?? [];
  const kind = addressKinds.find((one) => one === name);
  const code = decodeIfValid(text);
  return kind && code !== undefined ? { kind, code } : undefined;
};

/** What a person reads of it. */
export const shownCodeOf = (code: string): string => readCheck(code)?.location ?? code;

/** What a label may be: as a scanner reads it, or its code as somebody types it. */
export const addressesOfLabel = (raw: string): BoardAddress[] => {
  if (readCheck(raw)) return [{ kind: "check", code: raw }];
  const scan = readScan(raw, settings.scan);
  const read = kindsOf(scan, settings.scan).flatMap((field) => {
    const reading = fieldOf(scan, field, settings.scan);
    return "value" in reading ? [{ kind: labelKindOf[field], code: reading.value }] : [];
  });
  if (read.length > 0) return read;
  return fieldsOfTypedCode(raw).map((field) => ({ kind: labelKindOf[field], code: raw }));
};
