import * as z from "zod";
import { ask, choice, noted, said, text } from "./ask.ts";

const Source = z.strictObject({
  /** A GS1 application identifier. */
  ai: text(/^\d{2,4}$/, 'a GS1 application identifier of 2 to 4 digits, such as "00"'),
  /** The beginning of the site's own numbers that is not on the label. */
  before: said(
    z.string().max(20),
    'what the site\'s numbers begin with and the label has not: up to 20 characters, such as "BX", or ""',
  ),
});
const Sources = z.array(Source).max(10);

const Prefix = text(/^[!-~]{1,20}$/, 'up to 20 printable characters without blanks, such as "B:"');

/** What scanners send: only the value, or the element strings of a label; with the characters that the scanner adds before and after. */
export const Scan = z.strictObject({
  symbologies: ask(
    "§2",
    "Which symbology identifiers may a scanner send before what it read?",
    noted(
      z.array(text(/^\][A-Za-z][0-9A-Za-z]$/, 'an AIM identifier, such as "]C1"')).max(40),
      'a scanner sends them when its setting "AIM code ID" is on: ]A0 for Code 39, ]C0 for Code 128, ]C1 for GS1-128, ]d1 for Data Matrix, ]d2 for GS1 Data Matrix, ]Q1 for QR, ]Q3 for GS1 QR; npm run explain shows what a scan is read as',
    ),
    "scanners",
  ),
  separators: ask(
    "§2",
    "Which characters stand for FNC1 in what a scanner sends?",
    noted(
      z.array(z.enum(["GS", "RS", "|", "^", "~", "#", "@"])).min(1),
      "GS and RS are the control characters 29 and 30",
    ),
    "scanners",
    ["GS", "|"],
  ),
  trailing: ask(
    "§2",
    "Which characters may a scanner add after what it read?",
    z.array(z.enum(["CR", "LF", "TAB"])),
    "scanners",
    [],
  ),
  unmarked: ask(
    "§2",
    "What is a scan without symbology identifier and without FNC1 before it?",
    choice({ bare: "a bare value", gs1: "GS1 element strings" }),
    "scanners",
  ),
  kinds: ask(
    "§2",
    "How is a scan of a shelf told from one of goods or a box?",
    z.union([
      choice({
        formats: "the three formats exclude each other, which is checked",
        formatsUnchecked: "they do, where no tool can decide it",
        gs1: "by GS1 alone: bare values may fit several",
      }),
      noted(
        z.strictObject({ boxNo: Prefix, zongpai: Prefix, location: Prefix }),
        "what bare labels of each kind begin with",
      ),
    ]),
    "scanners",
    { boxNo: "B:", zongpai: "G:", location: "S:" },
  ),
  boxNo: ask(
    "§2",
    "Which GS1 application identifiers hold a box number, and what belongs before their value?",
    Sources,
    "scanners",
    [],
  ),
  zongpai: ask(
    "§2",
    "Which GS1 application identifiers hold a zongpai, and what belongs before their value?",
    Sources,
    "scanners",
  ),
  location: ask(
    "§2",
    "Which GS1 application identifiers hold a shelf location, and what belongs before their value?",
    Sources,
    "scanners",
  ),
});
