import { drawn } from "../cli/output.ts";
import type { Line } from "./lines.ts";

// A note or a name must not steer the terminal.
const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, "?");

/** What there is, or was: a configuration, a place, or a quantity. */
const shown = (
  state: Pick<Line, "quantity" | "location" | "off_shelf" | "cleared" | "entries"> | undefined,
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
const sentences = ({
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
}: Line): string[] => [
  `${did} ${[category, box_no, to_box_no && `→ ${to_box_no}`].filter(Boolean).join(" ")}: ${before ? `${shown(before)} → ` : ""}${shown(after)}`,
  ...(stays ? [`stays ${shown(stays)}`] : []),
  ...(evidence === undefined ? [] : [`evidence of ${evidence}`]),
  ...corrections.map(
    ({ sk, attribute, from, to }) => `${sk} ${attribute}: ${from ?? "none"} → ${to ?? "none"}`,
  ),
];

const clock = (iso = "") => iso.replace("T", " ").replace(/\.\d+Z$/, "Z");

/** A history as a table. */
export const tableOf = (lines: readonly Line[]): string =>
  drawn(
    ["arrived", "scanned", "who", "route", "what", "key"],
    lines.map((line) => [
      clock(line.recorded_at),
      clock(line.registered_at),
      printable(line.who),
      line.route,
      sentences(line).map(printable).join("\n"),
      line.key ?? "",
    ]),
  );
