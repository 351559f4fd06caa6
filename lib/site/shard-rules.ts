import { type Rule, when } from "./rule.ts";

/** What is written must be read. */
export const shards: Rule = ({ location: { shards } }) =>
  when(!shards.read.includes(shards.write), "location.shards.read", `lacks ${shards.write}, so what is written would not be found`);
