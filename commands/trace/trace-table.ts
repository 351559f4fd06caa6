import { drawTable } from "../cli/output.ts";
import type { TraceLine } from "./trace-lines.ts";

// Control characters in a note or a name must not reach the terminal.
const printableText = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, "?");

/** Describes a state before or after an operation: a configuration, a place, or a quantity. */
const describeState = (
  state: Pick<TraceLine, "quantity" | "location" | "off_shelf" | "cleared" | "entries"> | undefined,
): string => {
  if (state?.entries) {
    const entries = state.entries.map(
      ({ category, quantity = "uncapped" }) => `${category} ${quantity}`,
    );
    return entries.join(", ") || "nothing";
  }
  const { quantity = "", location = "", off_shelf, cleared, ...others } = state ?? {};
  if (cleared) return "left";
  const otherTexts = Object.values(others).filter((value) => typeof value === "string");
  const texts = [off_shelf && "off the shelf", location, quantity, ...otherTexts];
  return texts.filter(Boolean).join(" ") || "none";
};

/** Describes the effect of an operation. */
const operationSentences = (line: TraceLine): string[] => {
  const { did, category = "", box_no = "", to_box_no, before, stays, ...others } = line;
  const {
    corrections = [],
    evidence,
    recorded_at,
    registered_at,
    who,
    route,
    key,
    ...after
  } = others;
  const target = to_box_no && `→ ${to_box_no}`;
  const subject = [category, box_no, target].filter(Boolean).join(" ");
  const beforeText = before ? `${describeState(before)} → ` : "";
  const sentences = [`${did} ${subject}: ${beforeText}${describeState(after)}`];
  if (stays) sentences.push(`stays ${describeState(stays)}`);
  if (evidence !== undefined) sentences.push(`evidence of ${evidence}`);
  for (const { sk, attribute, from, to } of corrections)
    sentences.push(`${sk} ${attribute}: ${from ?? "none"} → ${to ?? "none"}`);
  return sentences;
};

const formatInstant = (iso = "") => iso.replace("T", " ").replace(/\.\d+Z$/, "Z");

/** A history as a table. */
export const tableOf = (lines: readonly TraceLine[]): string =>
  drawTable(
    ["arrived", "scanned", "who", "route", "what", "key"],
    lines.map((line) => [
      formatInstant(line.recorded_at),
      formatInstant(line.registered_at),
      printableText(line.who),
      line.route,
      operationSentences(line).map(printableText).join("\n"),
      line.key ?? "",
    ]),
  );
