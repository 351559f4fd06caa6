import * as settings from "site:settings";
import { fieldOf, kindsOf, readScan } from "#scanner/scan/read.ts";
import { readCheck } from "../shared/check-code.ts";
import { kindsOfTyped, thingOf } from "../shared/labels.ts";

/** `find`: a label that may be several of them, or none. */
export type Kind = "goods" | "box" | "shelf" | "attachments" | "check" | "find";
export type Address = { readonly kind: Kind; readonly code: string };

const kinds: readonly string[] = [
  "goods",
  "box",
  "shelf",
  "attachments",
  "check",
  "find",
] satisfies Kind[];

/** A link is an address, so that the browser's "back" works. */
export const linkTo = (kind: Kind, code: string): string => `#${kind}/${encodeURIComponent(code)}`;

/** What an address shows; nothing for one that this page did not make. */
export const addressOf = (hash: string): Address | undefined => {
  const [, kind = "", code = ""] = /^#([a-z]+)\/(.+)$/.exec(hash) ?? [];
  return kinds.includes(kind) ? { kind: kind as Kind, code: decodeURIComponent(code) } : undefined;
};

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
