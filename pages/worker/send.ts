import type { Outcome } from "#scanner/client/types.ts";
import { client } from "./client.ts";
import { isPlace } from "./expecting.ts";
import type { Command } from "./flow.ts";
import { signal, tick } from "./signals.ts";
import { type OutcomeName, type Result, type Scanned, set, state } from "./store.ts";

/** Milliseconds within which an answer takes the place of "waiting". */
const soon = 600;
const remembered = 60;

/** The last place that this page has recorded of goods, or of an attachment of them. */
const lastPlace = new Map<string, Command>();
const placeKey = ({ fields: { zongpai, category } }: Scanned) => `${zongpai} ${category ?? ""}`;

const update = (id: string, more: Partial<Result>) =>
  set({ results: state().results.map((one) => (one.id === id ? { ...one, ...more } : one)) });

const outcomeOf = (outcome: Outcome<object>): OutcomeName =>
  outcome.state === "done" ? "recorded" : outcome.state === "superseded" ? "superseded" : "refused";

const resultOf = (scan: Command, outcome: Outcome<object>): Partial<Result> => {
  if (outcome.state === "refused") {
    const { message: sentence, unsure } = outcome.refusal;
    return { outcome: "refused", sentence, unsure };
  }
  if (outcome.state === "superseded")
    return { outcome: "superseded", newer: outcome.answer as Result["newer"] };
  if (isPlace(scan)) lastPlace.set(placeKey(scan), scan);
  return { outcome: "recorded" };
};

/** A late "recorded" makes no sound. */
const follow = async (
  { id }: Result,
  scan: Command,
  ended: Promise<Outcome<object>>,
): Promise<OutcomeName> => {
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      signal("kept");
    },
    client.state() === "offline" ? 0 : soon,
  );
  const outcome = await ended;
  clearTimeout(timer);
  update(id, resultOf(scan, outcome));
  const name = outcomeOf(outcome);
  if (!late || name !== "recorded") signal(name);
  return name;
};

/**
 * Gives a command to the queue, and reports what becomes of it: at once that it is kept, then what the service answers. Resolves when it is
 * kept, `false` when the device cannot.
 */
export const send = async (
  scan: Command,
  more: Pick<Result, "takesBack"> = {},
  onEnd?: () => void,
): Promise<boolean> => {
  const { flow, loose, waiting } = state();
  const { mode } = flow;
  // Where nothing is kept, one scan at a time may be lost with the page.
  const ticket =
    loose === "unkept" && waiting > 0
      ? undefined
      : await client.write(scan.route, scan.fields).catch(() => undefined);
  if (ticket?.state !== "queued") {
    // The scan was not taken: the worker must stop.
    signal("refused");
    set({ full: scan.fields.zongpai, resultCount: state().resultCount + 1 });
    return false;
  }
  tick();
  const before = isPlace(scan) ? lastPlace.get(placeKey(scan)) : undefined;
  const result: Result = {
    ...more,
    id: ticket.id,
    outcome: "kept",
    at: Date.now(),
    mode,
    scan,
    before,
  };
  const all = [result, ...state().results].slice(0, remembered);
  // What was shown meanwhile of a later label stays.
  set({ results: all, resultCount: state().resultCount + 1, full: undefined });
  void follow(result, scan, ticket.outcome).then(onEnd);
  return true;
};
