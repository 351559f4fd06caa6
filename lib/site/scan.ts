import * as z from "zod";
import { askQuestion, choiceOf, textLike, withNote } from "./question.ts";

const IdentifierSource = z.strictObject({
  ai: textLike(/^\d{2,4}$/, 'a GS1 application identifier of 2 to 4 digits, such as "00"'),
  before: z.string().max(20),
});
const IdentifierSources = z.array(IdentifierSource).max(10);

const LabelPrefix = textLike(
  /^[!-~]{1,20}$/,
  'up to 20 printable characters without blanks, such as "B:"',
);

/** The text that scanners send: a value, or the element strings of a label, with the characters that the scanner adds. */
export const ScanAnswers = askQuestion(
  "§2",
  "What do scanners add to the text of a label, and which GS1 application identifiers have which number?",
  z.strictObject({
    symbologies: withNote(
      z.array(textLike(/^\][A-Za-z][0-9A-Za-z]$/, 'an AIM identifier, such as "]C1"')).max(40),
      'sent before, if the scanner\'s setting "AIM code ID" is on: ]A0 Code 39, ]C0 Code 128, ]C1 GS1-128, ]d1 Data Matrix, ]d2 GS1 Data Matrix, ]Q1 QR, ]Q3 GS1 QR',
    ),
    separators: withNote(
      z.array(z.enum(["GS", "RS", "|", "^", "~", "#", "@"])).min(1),
      "sent for FNC1; GS and RS are control characters",
    ),
    trailing: withNote(z.array(z.enum(["CR", "LF", "TAB"])), "sent after the text"),
    unmarked: withNote(z.enum(["bare", "gs1"]), "what a scan is without identifier and FNC1"),
    links: withNote(z.boolean(), "whether the page reads a web address as a GS1 Digital Link"),
    kinds: askQuestion(
      "§2",
      "How can a scan of a shelf be told apart from goods or a box?",
      z.union(
        [
          choiceOf({
            formats: "the three formats exclude each other; this is checked",
            formatsUnchecked: "they do, but no tool can check it",
            gs1: "only by GS1: a bare value may fit several formats",
          }),
          withNote(
            z.strictObject({ boxNo: LabelPrefix, zongpai: LabelPrefix, location: LabelPrefix }),
            "how bare labels of each kind begin",
          ),
        ],
        'must be "formats", "formatsUnchecked", "gs1" or { boxNo, zongpai, location }, the prefix of each',
      ),
      "scanners",
      { boxNo: "B:", zongpai: "G:", location: "S:" },
    ),
    doubles: askQuestion(
      "§2",
      "Which codes may be another code twice, such as the box 1212 where 12 is a code?",
      withNote(
        z.array(z.enum(["boxNo", "zongpai", "location"])),
        "any other scan that repeats a label is refused, because a wrongly set scanner sends a label twice",
      ),
      "scanners",
      ["boxNo"],
    ),
    boxNo: withNote(IdentifierSources, "`before`: text to put before the value, if labels lack it"),
    zongpai: IdentifierSources,
    location: IdentifierSources,
  }),
  "scanners",
);
