import * as z from "zod";
import { plainTextPattern } from "#lib/domain/value.ts";
import { maxTextLength } from "#lib/fields.ts";
import { formatOf, type TextFormat } from "./label-pattern.ts";

/** The kinds of labels with a format in a profile. */
export const labelKinds = ["zongpai", "boxNo", "location"] as const;
export type LabelKind = (typeof labelKinds)[number];

const LabelText = z
  .string()
  .min(1, "is empty")
  .max(maxTextLength, `is longer than the ${maxTextLength} characters that a request may have`)
  .regex(
    /^\S*$/,
    "has a blank: write one label on each line, or a pattern if codes really have blanks",
  )
  .regex(plainTextPattern, "has a control character or half a character");

export const LabelTexts = z.array(LabelText).min(1, "must have at least one label");

/** Parses a pattern, with or without slashes. @throws Error that says what is wrong */
export const patternFrom = (text: string): RegExp => {
  const [, source = text, flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [];
  try {
    return new RegExp(source, flags);
  } catch {
    throw new Error(
      "must be a regular expression: a bracket, a quantifier or a flag in it is wrong",
    );
  }
};

export const PatternText = z.string().transform((text, { issues }) => {
  try {
    return patternFrom(text);
  } catch (error) {
    const message = (error as Error).message;
    issues.push({ code: "custom", input: text, message });
    return z.NEVER;
  }
});

/**
 * The format of labels. The first letters of a location are an aisle, so other letters are possible. For goods and boxes they are fixed
 * words, such as PO and SO.
 */
export const formatOfLabels = (
  kind: LabelKind,
  labels: readonly string[],
  isExact = false,
): TextFormat => formatOf(labels, { firstLetters: kind === "location" ? "any" : "words", isExact });

/** Parses labels in a text, one per line or separated by commas. @throws Error that names the first wrong label */
export const labelsFrom = (text: string): string[] => {
  const labels = text
    .split(/[\r\n\t,;]+/)
    .map((label) => label.trim())
    .filter((label) => label !== "");
  const [issue] = LabelTexts.safeParse(labels).error?.issues ?? [];
  if (!issue) return labels;
  const [index] = issue.path;
  throw new Error(
    index === undefined ? issue.message : `"${labels[Number(index)]}" ${issue.message}`,
  );
};
