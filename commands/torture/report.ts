import { drawn, shown } from "../cli/output.ts";
import { losesAnswer } from "./faults.ts";
import type { Outcome } from "./run.ts";
import type { Options } from "./stand.ts";

/** The sum of the faults, and of those among them that lost an answer. */
export const faultsIn = ({ kinds }: Outcome) => {
  const sum = (counts: readonly (readonly [string, number])[]) => counts.reduce((all, [, count]) => all + count, 0);
  const all = Object.entries(kinds);
  return { faults: sum(all), lostAnswers: sum(all.filter(([kind]) => losesAnswer(kind))) };
};

/** The figures as a table. */
export const tableOf = (outcome: Outcome, { site, seed }: Options): string => {
  const { commands, requests, kinds, kills, seconds, counts, found } = outcome;
  const { faults, lostAnswers } = faultsIn(outcome);
  const row = (name: string, count: number): [string, string] => [name, shown(count)];
  const rows = [
    row(
      "commands",
      Object.values(commands).reduce((sum, count) => sum + count, 0),
    ),
    ...Object.entries(commands).map(([told, count]) => row(`  first told ${told}`, count)),
    row("requests of them", requests),
    row("faults", faults),
    row("  of them answers lost", lostAnswers),
    ...Object.entries(kinds).map(([kind, count]) => row(`  ${kind}`, count)),
    row("kill -9", kills),
    ...Object.entries(counts).map(([violation, count]) => row(violation.toUpperCase(), count)),
  ];
  return `${drawn(["", ""], rows, 1)}\n${[...found, `${site}, seed ${seed}, ${seconds.toFixed(0)} s`].join("\n")}\n`;
};
