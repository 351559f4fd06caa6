import { drawn } from "../cli/output.ts";
import type { Change, Line, Place } from "./lines.ts";

// A note or a name must not steer the terminal.
const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, "?");

const shown = (value: Place | string | number | boolean | null): string => {
  if (value === null) return "none";
  if (typeof value !== "object") return String(value);
  const { location = "", off_shelf, cleared } = value;
  if (cleared) return "left";
  return off_shelf ? `off the shelf ${location && `(${location})`}`.trim() : `on ${location}`;
};

/** One change in words. */
const sentence = (change: Change): string => {
  const { category } = change;
  const about = {
    ...{ location: [category], "late location": [category], evidence: [category, "evidence:"], configuration: [category, "configured:"] },
    ...{
      box: "box_no" in change ? [category, "in", `${change.box_no}:`] : [],
      repair: "sk" in change ? [change.sk, `${change.attribute}:`] : [],
    },
  }[change.what];
  const told = "stays" in change ? `was ${shown(change.to)}; stays ${shown(change.stays)}` : `${shown(change.from)} → ${shown(change.to)}`;
  return [...about, told].join(" ").trim();
};

const clock = (iso = "") => iso.replace("T", " ").replace(/\.\d+Z$/, "Z");

/** A history as a table. */
export const tableOf = (lines: readonly Line[]): string =>
  drawn(
    ["arrived", "scanned", "who", "route", "what changed", "key"],
    lines.map(({ at, scanned_at, late, who, route, changes, key = "" }) => [
      clock(at),
      `${clock(scanned_at)}${late ? " late" : ""}`,
      printable(who),
      route,
      changes.map((change) => printable(sentence(change))).join("\n"),
      key,
    ]),
  );
