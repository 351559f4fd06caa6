import type { Entry, Outcome } from "../entry.ts";
import type { AttemptVerdict } from "../exchange.ts";
import type { PageMessage, PostedStatus, QueueState } from "../queue-status.ts";
import type { QueuedEntry } from "./state.ts";

/** What a page asks of the one that sends. */
export type PageRequest = "hello" | "wake" | "renewed" | "retry";

/** The application gives an entry without its place in the queue. */
export type NewEntry = Omit<Entry, "order" | "sent">;

/** What can happen to an entry; the id comes first. Nothing happens to one that this page knows no longer. */
export type EntryEventArguments = {
  /** The storage has taken it. */
  stored: [made: unknown];
  /** The worker takes it back: it is about to leave the storage; or that has failed. */
  takingBack: [isUnderWay: boolean];
  takenBack: [];
  /** The storage did not take it, or another page took it out; or its refusal was understood. There is nothing to show. */
  removed: [];
  /** Its request is about to be sent, or one that asks for the time; `marked`: as the storage has it now. */
  sending: [marked: Entry];
  /**
   * An attempt is over; without a verdict nothing was sent, because another page leads now. `aborted`: it was broken off, to send it
   * again at once. `random`, from 0 up to but not including 1, spreads the next attempts.
   */
  answered: [verdict: AttemptVerdict | undefined, aborted: boolean, random: number];
  /** The storage has it as this page does. */
  kept: [made: unknown];
};

/** What else can happen. */
export type QueueEventArguments = {
  /** The storage was read; `kept` is missing where it could not be. `storedBefore`, when it was read to lead: the ids that it had then. */
  loaded: [kept: readonly Entry[] | undefined, storedBefore?: readonly string[]];
  /** This page may send, or no longer. */
  turned: [maySend: boolean];
  /** The application gave an entry, which the storage is about to take. */
  given: [given: NewEntry];
  /** An answer had the service's time. `isSteady`: until then the monotonic clock was the right one. */
  timeLearnt: [isSteady: boolean];
  /** Another page posted something. */
  heard: [news: PageMessage];
  /** The page, or the device, wants something of the page that sends. */
  requested: [request: PageRequest, id?: string];
  emptied: [];
  /** An instant has come at which something is due. */
  woken: [];
  closed: [];
};

/** What the shell can do, and what it needs for that. */
export type EffectArguments = {
  /** Read the storage; then `loaded`. */
  load: [storedBefore: readonly string[]];
  /** Write an entry, unless it was taken back; `changed`: also over what is there. Then `kept`. */
  keep: [queued: QueuedEntry, changed: boolean];
  /**
   * If this page still leads: write the entry marked as sent, say `sending`, and send its request; or only ask for the time. Then
   * `answered`; or `removed`, when another page took it back.
   */
  attempt: [queued: QueuedEntry, marked: Entry];
  /** Break the attempt off. */
  abort: [id: string];
  /** Show a state of an entry, and post it, unless it came from another page. */
  show: [status: PostedStatus, outcome?: Outcome | undefined, fromOther?: boolean];
  /** Report an end. What is recorded is forgotten before; a refusal is kept, until it is understood. */
  end: [queued: QueuedEntry, outcome: Outcome];
  /** Call the application. */
  tell: [callback: "onState" | "onEmptied", state?: QueueState];
  post: [news: PageMessage];
  /** Say `woken` after so many milliseconds, if any, and no longer as the effect before said. */
  sleep: [ms: number | undefined];
};

/** `["stored", id, made]`, and so on: each has its place in `step`. */
export type CoreEvent =
  | {
      [Type in keyof EntryEventArguments]: readonly [
        type: Type,
        id: string,
        ...EntryEventArguments[Type],
      ];
    }[keyof EntryEventArguments]
  | {
      [Type in keyof QueueEventArguments]: readonly [type: Type, ...QueueEventArguments[Type]];
    }[keyof QueueEventArguments];
export type CoreEffect = {
  [Type in keyof EffectArguments]: readonly [type: Type, ...EffectArguments[Type]];
}[keyof EffectArguments];
