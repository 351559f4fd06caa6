import * as z from "zod";
import { ask } from "./ask.ts";

const Source = z.strictObject({
  /** A GS1 application identifier. */
  ai: z.string().regex(/^\d{2,4}$/),
  /** The beginning of the site's own numbers that is not on the label. */
  before: z.string().max(20),
});
const Sources = z.array(Source).max(10);

const Prefix = z.string().regex(/^[!-~]{1,20}$/);

/** What scanners send: only the value, or the element strings of a label; with the characters that the scanner adds before and after. */
export const Scan = z.strictObject({
  symbologies: ask(
    "§2",
    "Which symbology identifiers (AIM, such as ]C1) may a scanner send before what it read?",
    z.array(z.string().regex(/^\][A-Za-z][0-9A-Za-z]$/)).max(40),
  ),
  separators: ask(
    "§2",
    "Which characters stand for FNC1 in what a scanner sends?",
    z.array(z.enum(["GS", "RS", "|", "^", "~", "#", "@"])).min(1),
  ),
  trailing: ask("§2", "Which characters may a scanner add after what it read?", z.array(z.enum(["CR", "LF", "TAB"]))),
  unmarked: ask(
    "§2",
    "What is a scan without symbology identifier and without FNC1 before it: a bare value, or GS1 element strings?",
    z.enum(["bare", "gs1"]),
  ),
  kinds: ask(
    "§2",
    "How is a scan of a shelf told from one of goods or a box: formats that exclude each other (unchecked where nobody can decide it), what bare labels begin with, or GS1 alone (bare values may fit several)?",
    z.union([z.enum(["formats", "formatsUnchecked", "gs1"]), z.strictObject({ boxNo: Prefix, zongpai: Prefix, location: Prefix })]),
  ),
  boxNo: ask("§2", "Which GS1 application identifiers hold a box number, and what belongs before their value?", Sources),
  zongpai: ask("§2", "Which GS1 application identifiers hold a zongpai, and what belongs before their value?", Sources),
  location: ask("§2", "Which GS1 application identifiers hold a shelf location, and what belongs before their value?", Sources),
});
