import type { Network } from "../network.ts";
import type { WorkerState, Written } from "./worker-state.ts";

const names = ["zongpai", "box_no", "location", "off_shelf", "quantity"] as const;
const textOf = ({ route, fields }: Pick<Written, "route" | "fields">) =>
  JSON.stringify([route, ...names.map((name) => fields[name])]);

/** The writes that the service got but the page owes to no label, and those that it did not get. */
export const differences = (
  { scans }: Network,
  written: ReadonlyMap<string, Written>,
  { rows }: WorkerState,
): readonly string[] => {
  const got = new Set([...scans.values()].map(textOf));
  const owed = new Set([...written.values()].map(textOf));
  // A write waits if the key of its person is unknown, and is never sent if it corrects a refused one.
  const others = rows.filter(({ outcome }) => outcome !== "recorded");
  const ended = new Set([...got, ...others.map(({ entry }) => textOf(entry))]);
  return [
    ...[...got].filter((one) => !owed.has(one)).map((one) => `the service got: ${one}`),
    ...[...owed].filter((one) => !ended.has(one)).map((one) => `the service did not get: ${one}`),
  ];
};
