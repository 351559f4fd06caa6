import { drawn, shown } from "../cli/output.ts";
import { curlOf } from "../contract/request.ts";
import type { FuzzOptions, Outcome } from "./run.ts";

/** The figures of a run as a table, then each finding with the request that shows it and the command that repeats it. */
export const reportOf = (
  { tallies, findings, notChecked }: Outcome,
  site: string,
  url: string,
  seconds: number,
  { n, seed }: FuzzOptions,
): string => {
  const rows = Object.entries(tallies).map(([kind, { requests, accepted }]) => [
    kind,
    ...[requests, accepted, requests - accepted].map((count) => shown(count)),
  ]);
  const total = Object.values(tallies).reduce((sum, { requests }) => sum + requests, 0);
  const told = findings.flatMap(({ check, message, sent }, at) => [
    `${at + 1}. ${check}: ${message}`,
    ...(sent ? [`   ${curlOf(sent, url)}`] : []),
    `   npm run fuzz -- --site ${site} --seed ${seed} --n ${n} --only '${check}'`,
  ]);
  return [
    `${site}, seed ${seed}: ${shown(total)} requests in ${seconds.toFixed(1)} s, ${findings.length} findings`,
    drawn(["kind", "requests", "accepted", "refused"], rows, 1),
    ...notChecked.map((what) => `not checked: ${what}`),
    ...told,
    "",
  ].join("\n");
};
