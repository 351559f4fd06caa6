import type { Outcome } from "#scanner/client/types.ts";
import { client } from "./client.ts";
import { isPlace } from "./expecting.ts";
import type { Command } from "./flow.ts";
import { signal, tick } from "./signals.ts";
import { type OutcomeName, type Scanned, set, state, type Told } from "./store.ts";

/** Milliseconds within which an answer takes the place of "waiting". */
const soon = 600;
/** How many lines the lists remember. */
const remembered = 60;

/** The last place that this page has recorded of goods, or of an attachment of them. */
const lastPlace = new Map<string, Command>();
const placeKey = ({ fields: { zongpai, category } }: Scanned) => `${zongpai} ${category ?? ""}`;

const update = (id: string, more: Partial<Told>) =>
  set({ told: state().told.map((told) => (told.id === id ? { ...told, ...more } : told)) });

const outcomeOf = (outcome: Outcome<object>): OutcomeName =>
  outcome.state === "done" ? "recorded" : outcome.state === "superseded" ? "superseded" : "refused";

const settle = (scan: Command, outcome: Outcome<object>): Partial<Told> => {
  if (outcome.state === "refused") return { outcome: "refused", sentence: outcome.refusal.message };
  if (outcome.state === "superseded")
    return { outcome: "superseded", newer: outcome.answer as Told["newer"] };
  if (isPlace(scan)) lastPlace.set(placeKey(scan), scan);
  return { outcome: "recorded" };
};

/** Waits for the answer: one that comes soon is told instead of "waiting", a later "recorded" changes the band without a sound. */
const follow = async (
  { id }: Told,
  scan: Command,
  settled: Promise<Outcome<object>>,
): Promise<OutcomeName> => {
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      signal("kept");
    },
    client.state() === "offline" ? 0 : soon,
  );
  const outcome = await settled;
  clearTimeout(timer);
  update(id, settle(scan, outcome));
  const name = outcomeOf(outcome);
  if (!late || name !== "recorded") signal(name);
  return name;
};

/**
 * Gives a command to the queue, and tells what becomes of it: at once that it is kept, then what the service answers. Resolves when it is
 * kept, `false` when the device cannot.
 */
export const send = async (
  scan: Command,
  more: Pick<Told, "takesBack"> = {},
  onEnd?: () => void,
): Promise<boolean> => {
  const { mode } = state().flow;
  const ticket = await client.write(scan.route, scan.fields).catch(() => undefined);
  if (ticket?.state !== "queued") {
    // The scan was not taken: the worker must stop.
    signal("refused");
    set({ full: scan.fields.zongpai, tellings: state().tellings + 1 });
    return false;
  }
  tick();
  const before = isPlace(scan) ? lastPlace.get(placeKey(scan)) : undefined;
  const told: Told = {
    ...more,
    id: ticket.id,
    outcome: "kept",
    at: Date.now(),
    mode,
    scan,
    before,
  };
  const all = [told, ...state().told].slice(0, remembered);
  // What was told meanwhile of a later label stays told.
  set({ told: all, tellings: state().tellings + 1, full: undefined });
  void follow(told, scan, ticket.settled).then(onEnd);
  return true;
};
