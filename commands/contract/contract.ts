import type { Site } from "#lib/site/schema.ts";
import { type Operation, operationsOf } from "./description.ts";
import { type Judge, judgeOf } from "./judge.ts";
import type { Send } from "./request.ts";

/** What a site's service promises, and how it is asked. */
export type Contract = {
  readonly site: Site;
  readonly operations: readonly Operation[];
  readonly judge: Judge;
  readonly send: Send;
};

export const contractOf = (site: Site, send: Send): Contract => ({
  site,
  operations: operationsOf(site),
  judge: judgeOf(site),
  send,
});
