import * as settings from "site:settings";
import { fieldOf, kindsOf, readScan } from "#scanner/scan/read.ts";
import { readCheck } from "../shared/check-code.ts";
import { kindsOfTyped, thingOf } from "../shared/labels.ts";

/** `find`: a label that may be several of them, or none. */
const kinds = ["goods", "box", "shelf", "attachments", "check", "find"] as const;
export type Kind = (typeof kinds)[number];
export type Address = { readonly kind: Kind; readonly code: string };

/** A link is an address, so that the browser's "back" works. */
export const linkTo = (kind: Kind, code: string): string => `#${kind}/${encodeURIComponent(code)}`;

/** `undefined` for an encoding that is broken. */
const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** What an address shows; nothing for one that this page did not make. */
export const addressOf = (hash: string): Address | undefined => {
  const [, name, text = ""] = /^#([a-z]+)\/(.+)$/.exec(hash) ?? [];
  const kind = kinds.find((one) => one === name);
  const code = decoded(text);
  return kind && code !== undefined ? { kind, code } : undefined;
};

/** What a person reads of it. */
export const shownCode = (code: string): string => readCheck(code)?.location ?? code;

/** What a label may be: as a scanner reads it, or its code as somebody types it. */
export const addressesOf = (raw: string): Address[] => {
  if (readCheck(raw)) return [{ kind: "check", code: raw }];
  const scan = readScan(raw, settings.scan);
  const read = kindsOf(scan, settings.scan).flatMap((field) => {
    const reading = fieldOf(scan, field, settings.scan);
    return "value" in reading ? [{ kind: thingOf[field], code: reading.value }] : [];
  });
  if (read.length > 0) return read;
  return kindsOfTyped(raw).map((field) => ({ kind: thingOf[field], code: raw }));
};
