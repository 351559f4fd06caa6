import * as z from "zod";
import { ask, choice, noted, text } from "./ask.ts";

const Source = z.strictObject({
  ai: text(/^\d{2,4}$/, 'a GS1 application identifier of 2 to 4 digits, such as "00"'),
  before: z.string().max(20),
});
const Sources = z.array(Source).max(10);

const Prefix = text(/^[!-~]{1,20}$/, 'up to 20 printable characters without blanks, such as "B:"');

/** What scanners send: a value, or the element strings of a label, with the characters that the scanner adds. */
export const Scan = ask(
  "§2",
  "What do scanners add to what they read, and which GS1 application identifiers hold which number?",
  z.strictObject({
    symbologies: noted(
      z.array(text(/^\][A-Za-z][0-9A-Za-z]$/, 'an AIM identifier, such as "]C1"')).max(40),
      'sent before, if the scanner\'s setting "AIM code ID" is on: ]A0 Code 39, ]C0 Code 128, ]C1 GS1-128, ]d1 Data Matrix, ]d2 GS1 Data Matrix, ]Q1 QR, ]Q3 GS1 QR',
    ),
    separators: noted(
      z.array(z.enum(["GS", "RS", "|", "^", "~", "#", "@"])).min(1),
      "sent for FNC1; GS and RS are control characters",
    ),
    trailing: noted(z.array(z.enum(["CR", "LF", "TAB"])), "sent after"),
    unmarked: noted(z.enum(["bare", "gs1"]), "what a scan is without identifier and FNC1"),
    links: noted(
      z.boolean(),
      "whether a web address may be a GS1 Digital Link, whose identifiers are read",
    ),
    kinds: ask(
      "§2",
      "What distinguishes a scan of a shelf from one of goods or a box?",
      z.union(
        [
          choice({
            formats: "they exclude each other, which is checked",
            formatsUnchecked: "they do, where no tool can decide it",
            gs1: "by GS1 alone: bare values may fit several",
          }),
          noted(
            z.strictObject({ boxNo: Prefix, zongpai: Prefix, location: Prefix }),
            "what bare labels of each kind begin with",
          ),
        ],
        'must be "formats", "formatsUnchecked", "gs1" or { boxNo, zongpai, location }, the prefix of each',
      ),
      "scanners",
      { boxNo: "B:", zongpai: "G:", location: "S:" },
    ),
    boxNo: noted(Sources, "`before`: what belongs before the value, as no label has it"),
    zongpai: Sources,
    location: Sources,
  }),
  "scanners",
);
