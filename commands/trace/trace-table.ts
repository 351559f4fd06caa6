import { drawTable } from "../cli/output.ts";
import type { TraceLine } from "./trace-lines.ts";

// A note or a name must not steer the terminal.
const printableText = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, "?");

/** What there is, or was: a configuration, a place, or a quantity. */
const describeState = (
  state: Pick<TraceLine, "quantity" | "location" | "off_shelf" | "cleared" | "entries"> | undefined,
): string => {
  if (state?.entries)
    return (
      state.entries
        .map(({ category, quantity = "uncapped" }) => `${category} ${quantity}`)
        .join(", ") || "nothing"
    );
  const { quantity = "", location = "", off_shelf, cleared, ...others } = state ?? {};
  if (cleared) return "left";
  const own = Object.values(others).filter((value) => typeof value === "string");
  return (
    [off_shelf && "off the shelf", location, quantity, ...own].filter(Boolean).join(" ") || "none"
  );
};

/** What an operation did, in words. */
const operationSentences = ({
  did,
  category = "",
  box_no = "",
  to_box_no,
  before,
  stays,
  corrections = [],
  evidence,
  recorded_at,
  registered_at,
  who,
  route,
  key,
  ...after
}: TraceLine): string[] => [
  `${did} ${[category, box_no, to_box_no && `→ ${to_box_no}`].filter(Boolean).join(" ")}: ${before ? `${describeState(before)} → ` : ""}${describeState(after)}`,
  ...(stays ? [`stays ${describeState(stays)}`] : []),
  ...(evidence === undefined ? [] : [`evidence of ${evidence}`]),
  ...corrections.map(
    ({ sk, attribute, from, to }) => `${sk} ${attribute}: ${from ?? "none"} → ${to ?? "none"}`,
  ),
];

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
