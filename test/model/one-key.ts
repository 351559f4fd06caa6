import type { Model } from "./explore.ts";
import { eventsAfter } from "./one-key-events.ts";
import {
  allRules,
  begin,
  type Request,
  type Rules,
  type Setting,
  type State,
  type Told,
} from "./one-key-state.ts";

/** The promise that a state breaks, if any. */
const brokenIn = (
  { requests, recorded }: State,
  { other, stands, requests: count }: Setting,
): string | undefined => {
  const isOther = (by: number) => other === true && by === count - 1;
  const were = (told: Told) => requests.filter((request) => request.told === told);
  if (recorded.length > 1) return "recorded twice";
  if (were("accepted").length > 0 && recorded.length === 0)
    return "told accepted, and not recorded";
  if (!other && stands === undefined && were("accepted").length > 0 && were("refused").length > 0)
    return "two answers to one key";
  for (const [by, { told, until = Infinity }] of requests.entries()) {
    const ofSame = recorded.filter(
      (one) => isOther(one) === isOther(by) && (requests[one] as Request).arrived < until,
    );
    if ((told === "refused" || told === "key reused") && ofSame.length > 0)
      return `told ${told}, and recorded`;
    if (told === "nothing recorded" && recorded.includes(by))
      return "told that this request recorded nothing, and it did";
  }
  return undefined;
};

/** One key in a setting, under all rules or all but some. */
export const oneKey = (setting: Setting, rules: Rules = allRules): Model<State> => ({
  start: begin(setting),
  nameOf: ({ underWay, ...state }) =>
    JSON.stringify([state, underWay.map(({ kind, by, n }) => `${kind}${by}${n}`).sort()]),
  eventsAfter: (state) => eventsAfter(state, setting, rules),
  brokenIn: (state) => brokenIn(state, setting),
});
