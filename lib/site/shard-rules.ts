import { type Rule, when } from "./rule.ts";

/** The number of shards that is written must be among those that are read. */
export const shards: Rule = ({ location: { shards } }) =>
  when(
    !shards.read.includes(shards.write),
    "location.shards.read",
    `lacks ${shards.write}, so what is written would not be found`,
  );
