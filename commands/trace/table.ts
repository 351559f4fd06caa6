import { drawn } from "../cli/output.ts";
import type { Change, Line, Place } from "./lines.ts";

// A note or a name must not steer the terminal.
const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, "?");

const place = (where: Place | null): string => {
  if (where === null) return "nowhere known";
  const { location, off_shelf, cleared } = where;
  if (cleared) return "left";
  if (!off_shelf) return location ?? "";
  return location === undefined ? "off the shelf" : `off the shelf (${location})`;
};

const of = ({ category }: { readonly category?: string }) => (category === undefined ? "" : `${category} `);

const value = (stored: string | number | boolean | null) => (stored === null ? "none" : String(stored));

/** One change in words. */
const sentence = (change: Change): string => {
  switch (change.what) {
    case "location":
      return `${of(change)}${place(change.from)} → ${place(change.to)}`;
    case "late location":
      return `${of(change)}was ${change.to.off_shelf ? "" : "on "}${place(change.to)}; stays ${place(change.stays)}`;
    case "box":
      return `${of(change)}in ${change.box_no}: ${change.from} → ${change.to}`;
    case "configuration":
      return `${of(change)}configured: ${value(change.from)} → ${value(change.to)}`;
    case "evidence":
      return `${of(change)}evidence: ${change.from} → ${change.to}`;
    case "repair":
      return `${change.sk} ${change.attribute}: ${value(change.from)} → ${value(change.to)}`;
  }
};

const clock = (iso: string) => iso.replace("T", " ").replace(/\.\d+Z$/, "Z");

/** Columns of a history; those that no line fills are left out. */
const columns: readonly { readonly head: string; readonly cell: (line: Line) => string; readonly always: boolean }[] = [
  { head: "arrived", cell: ({ at }) => clock(at), always: true },
  {
    head: "scanned",
    cell: ({ scanned_at, late }) => [scanned_at ? clock(scanned_at) : "", late ? "late" : ""].join(" ").trim(),
    always: false,
  },
  { head: "who", cell: ({ who }) => printable(who), always: true },
  { head: "route", cell: ({ route }) => route, always: true },
  { head: "what changed", cell: ({ changes }) => changes.map((change) => printable(sentence(change))).join("\n"), always: true },
  { head: "key", cell: ({ key = "" }) => key, always: false },
];

/** A history as a table. */
export const tableOf = (lines: readonly Line[], stream: NodeJS.WriteStream): string => {
  const shown = columns.filter(({ cell, always }) => always || lines.some((line) => cell(line) !== ""));
  // No line between the rows: a history is read downwards.
  return drawn(
    shown.map(({ head }) => head),
    lines.map((line) => shown.map(({ cell }) => cell(line))),
    stream,
    { ruled: false },
  );
};
