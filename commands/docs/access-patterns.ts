import { accessPatterns, table as store } from "#lib/store/table.ts";
import { code, page, table } from "./markdown.ts";

/** docs/access-patterns.md: the one table, its index, and the questions that they answer. */
export const accessPatternsPage = (): string => {
  const { partitionKey, sortKey, timeToLive, index } = store;
  return page("Access patterns", [
    "One DynamoDB table holds everything; each question below is answered by the one read or write beside it. The keys are built in `lib/store/keys.ts`.",
    "## The table",
    table(
      ["", "partition key", "sort key", "holds"],
      [
        ["table", code(partitionKey), code(sortKey), `whole items; ${code(timeToLive)} (epoch seconds) says when an item expires`],
        [
          `index ${code(index.name)}`,
          code(index.partitionKey),
          code(index.sortKey),
          `the keys and ${index.projected.map(code).join(", ")}; an item without these keys is not in it`,
        ],
      ],
    ),
    "## What is asked of it",
    table(
      ["question", "keys", "answered by"],
      accessPatterns.map(({ question, keys, by }) => [question, code(keys), by]),
    ),
  ]);
};
