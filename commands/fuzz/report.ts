import { curlOf } from "../contract/request.ts";
import type { FuzzOptions, Outcome } from "./run.ts";

const count = (value: number) => value.toLocaleString("en").padStart(8);

/** The figures of a run as a table, then each finding with the request that shows it and the command that repeats it. */
export const reportOf = (
  { tallies, findings, notChecked }: Outcome,
  site: string,
  url: string,
  seconds: number,
  { n, seed }: FuzzOptions,
): string => {
  const rows = Object.entries(tallies).map(
    ([kind, { requests, accepted }]) => `  ${kind.padEnd(10)}${count(requests)}${count(accepted)}${count(requests - accepted)}`,
  );
  const total = Object.values(tallies).reduce((sum, { requests }) => sum + requests, 0);
  const told = findings.flatMap(({ check, message, sent, path }, at) => [
    `${at + 1}. ${check}: ${message}`,
    ...(sent ? [`   ${curlOf(sent, url)}`] : []),
    `   npm run fuzz -- --site ${site} --seed ${seed} --n ${n}${path === undefined ? "" : ` --only '${check}' --path ${path}`}`,
  ]);
  return [
    `${site}, seed ${seed}: ${total.toLocaleString("en")} requests in ${seconds.toFixed(1)} s, ${findings.length} findings`,
    `  ${"kind".padEnd(10)}${"requests".padStart(8)}${"accepted".padStart(9)}${"refused".padStart(8)}`,
    ...rows,
    ...notChecked.map((what) => `  not checked: ${what}`),
    ...told,
    "",
  ].join("\n");
};
