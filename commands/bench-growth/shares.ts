import { table } from "../docs/markdown.ts";
import type { Figures } from "./figures.ts";
import type { Series } from "./judge.ts";
import { operationsOf, shown } from "./report.ts";

const ms = (value: number) => value.toFixed(2);

type Ends = { readonly operation: string; readonly first: Figures; readonly last: Figures };

/** The figures of each operation at both ends of a series. */
export const endsOf = ({ points }: Series): Ends[] =>
  operationsOf(points).flatMap((found) => {
    const [first, last] = [found[0], found.at(-1)];
    return first && last ? [{ operation: first.operation, first, last }] : [];
  });

/** How much a part grew at most, as the end of a sentence. */
export const mostGrown = (all: readonly Ends[], part: "p50" | "own" | "engine"): string => {
  const grown = ({ first, last }: Ends) => last[part] - first[part];
  const [most] = all.toSorted((one, other) => grown(other) - grown(one));
  if (!most || grown(most) <= 0) return "not at all";
  return `by at most ${ms(grown(most))} ms (${most.operation}: ${ms(most.first[part])} → ${ms(most.last[part])} ms)`;
};

/** Whose time it is: the parts of the service and of the engine at both ends of the sizes, as parts of a page. */
export const sharesOf = (series: Series): string[] => {
  const [smallest, largest] = [series.points[0]?.at ?? 0, series.points.at(-1)?.at ?? 0];
  const all = endsOf(series);
  const ours = all.filter(({ first }) => first.kind !== "engine");
  const alone = all.filter(({ first }) => first.kind === "engine");
  return [
    "A call is split at the socket. The engine's part is the time in which it had a request and had not begun to answer; ours is the rest: handler, schemas, SDK, parsing of the answer, and the look-up in the ERP where there is one. The rows `engine alone` are the SDK's client without the service, on the same tables in the same rounds.",
    table(
      [`p50 at ${shown(smallest)} → ${shown(largest)} goods, ms`, "call", "the engine's part", "ours"],
      all.map(({ operation, first, last }) => [
        operation,
        ...(["p50", "engine", "own"] as const).map((part) => `${ms(first[part])} → ${ms(last[part])}`),
      ]),
    ),
    [
      `- Ours grew ${mostGrown(ours, "own")}. Nothing in the service depends on the size: a write is one transaction on items that it names by their whole keys, a page is one query a shard with a limit, and no request scans or counts.`,
      `- The engine's part grew ${mostGrown(ours, "engine")}, the engine alone ${mostGrown(alone, "engine")}. It keeps a table in a SQLite file, so a key is found in a tree whose depth grows with the logarithm of the rows. Its one operation that reads a whole partition, \`begins_with\` in a key condition, is not used: every range is \`BETWEEN\` (\`lib/store/keys.ts\`).`,
      "- What the engine does not show, because it writes one transaction after the other and on one machine: conflicts and throttling on one item, the index's delay, and the network.",
      "- The fill, in transactions of 100 items past the service, shows the engine's rate of writing:",
    ].join("\n"),
  ];
};
