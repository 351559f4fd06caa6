import type { Scheduler } from "fast-check";
import { MemoryTable } from "#infra/local/memory-table.ts";
import { armoury } from "../faults.ts";
import { networkOf } from "../network.ts";
import { ordered } from "../plan.ts";
import type { Service } from "../service.ts";
import { type Answers, wayTo } from "../table.ts";
import { worldOf } from "../world.ts";
import { type Arrival, arrivalsIn } from "./arrival.ts";
import type { PageScript } from "./bundle.ts";
import { deliveries } from "./deliver.ts";
import type { PageGlobals } from "./globals.ts";
import type { Run } from "./hall.ts";
import { judgeOn } from "./judge.ts";
import { pageOn } from "./page.ts";
import { differences } from "./sent.ts";
import type { Meaning, Stroke } from "./strokes.ts";
import type { Tally } from "./tally.ts";
import { watchOn } from "./watch.ts";

const hour = 3_600_000;
/** After these milliseconds the page has said that a text has no end. */
const unendedAfter = 2_600;
/** So long after a text in the field for typing that has no end, the next label may be the rest of it. */
const restWithin = 300;

export type Hall = {
  readonly service: Service;
  readonly open: (globals: PageGlobals) => PageScript;
};

/** The key on the cards of the hall's people, if the site has keys. */
export const hallKey = ({ site }: Service): string | undefined =>
  site.auth.scheme === "apiKey" ? "a-key-of-the-simulated-hall" : undefined;

/** Plays a run of one page. Returns its violations as sentences. */
export const play = async (
  { service, open }: Hall,
  run: Run,
  scheduler: Scheduler,
  tally: Tally,
): Promise<readonly string[]> => {
  const { site } = service;
  const key = hallKey(service);
  const world = worldOf(scheduler, run.seed);
  const faults = armoury(() => {});
  const memory = new MemoryTable();
  const answers: Answers = async ({ name, input }) => memory.runCommand(name, input);
  const send = wayTo(answers, { world, faults });
  service.enter({ world, erp: { mode: "well", ordered: ordered(site) }, key: key ?? "", send });
  const network = networkOf(service, { world, faults });
  const page = pageOn({ world, fetch: network.fetch, key, open });
  const { screen } = page;
  const found: string[] = [];
  const report = (sentence: string) => void found.push(sentence);
  const { readings, strokesOf } = deliveries(run, site);
  const judge = judgeOn(site, readings);
  const serves = (route: keyof typeof network.settings.routes) =>
    network.settings.routes[route] !== undefined;
  const watch = watchOn({ page, serves, judge, tally, report });
  const scanned = arrivalsIn(false);
  const typed = arrivalsIn(true);
  /** When the last character came into the field for typing, if no end came after it. */
  let typedAt = Number.NEGATIVE_INFINITY;
  /** Until then the page handles nothing, and before it no timer if its keys are first. */
  let busy = { until: 0, keysAt: 0 };

  /** Lets time pass. A text that waits for its end is told. */
  const advanceTo = async (instant: number) => {
    if (instant <= world.passed()) return;
    const [was, start, waits] = [page.shown(), world.passed(), scanned.pending()];
    const due = (waits?.lastAt ?? instant) + unendedAfter;
    await world.run(instant - start);
    watch.between(was, start, "time");
    const isAwake = busy.until < (waits?.lastAt ?? 0);
    const isHeard = page.signals().all > (waits?.signals.all ?? 0);
    const isListening = isAwake && screen.hasFocus && page.state().input === "scanner";
    if (waits && !waits.isUnsure && start < due && due <= instant)
      if (isListening && !isHeard) report("nothing was said of a text without an end:");
  };

  /** Notes what a stroke brings to the page. Returns the text that it ends. */
  const note = (stroke: Stroke, at: number, seen: number): Arrival | undefined => {
    const isTyped = screen.active === screen.typed;
    const field = isTyped ? typed : scanned;
    if (stroke.is === "focus" && stroke.on === "away") field.leave();
    if (stroke.is === "focus" && stroke.on === "back" && !screen.hasFocus) scanned.comeBack(at);
    if (!("means" in stroke) || !stroke.means || !screen.hasFocus) return undefined;
    const isAstray = screen.typed !== undefined && !isTyped;
    // A browser inserts no text where no field has the focus.
    if (isAstray && stroke.is === "text") return undefined;
    const all: readonly Meaning[] = stroke.is === "text" ? stroke.means : [stroke.means];
    const isAtOnce = stroke.is === "text" && all.length > 1;
    const isKept = !isTyped || (stroke.is === "down" && stroke.key === "Enter");
    let ended: Arrival | undefined;
    for (const means of all)
      if (means !== "end" || isKept)
        ended = field.take(means, { at, seen, isAtOnce }, page.signals());
    const text = ended ?? field.pending();
    const [first] = text?.entries ?? [];
    const isRest = !isTyped && first !== undefined && first.at - typedAt <= restWithin;
    // What is said may be about the text that waits in the other field.
    const isBeside = isTyped && scanned.pending() !== undefined;
    if (text && (isAstray || isRest || isBeside)) text.isUnsure = true;
    if (isTyped) typedAt = ended ? Number.NEGATIVE_INFINITY : at;
    return ended;
  };

  const happen = async (stroke: Stroke, at: number): Promise<void> => {
    if (stroke.is === "busy") {
      const until = Math.max(busy.until, at + stroke.ms);
      busy = { until, keysAt: stroke.timersFirst ? until : until - 1 };
      return world.freeze(page.owner, until - world.passed());
    }
    const isKey = stroke.is === "down" || stroke.is === "up" || stroke.is === "text";
    // Keys that reach another window are lost.
    if (isKey && !screen.hasFocus) return;
    const waiting = isKey && scanned.pending();
    if (waiting) {
      // Any key puts off what is told of a text without an end. In another field it may have been a part of that text.
      waiting.lastAt = at;
      waiting.isUnsure ||= screen.active === screen.typed;
    }
    // The event of a text has the time when the page handles it, and the event of a key the time of the key.
    const seen = stroke.is === "text" ? Math.max(at, world.passed()) : at;
    const ended = note(stroke, at, seen);
    const was = ended && watch.before(ended, seen);
    const [state, shown] = [page.state(), page.shown()];
    page.strike(stroke, at);
    if (!was && page.state() === state) return;
    await world.settled();
    if (was) watch.after(was);
    else
      watch.between(
        shown,
        world.passed(),
        stroke.is === "touch" ? stroke.target : JSON.stringify(stroke),
      );
    if (!screen.typed) typed.drop();
  };

  await world.run(2_000);
  if (!run.online) page.connect(false);
  let at = world.passed();
  for (const step of run.steps)
    for (const stroke of strokesOf(step)) {
      at += stroke.after;
      await advanceTo(at < busy.until ? busy.keysAt : at);
      await happen(stroke, at);
      if (found.length > 0) return found;
    }
  page.connect(true);
  await world.run(hour);
  return differences(network, watch.written, page.state());
};
