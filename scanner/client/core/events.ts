import type { Entry, Outcome } from "../entry.ts";
import type { AttemptVerdict } from "../exchange.ts";
import type { PageMessage, PageRequest, PostedStatus } from "../page-messages.ts";
import type { QueueState } from "../queue-status.ts";
import type { QueuedEntry } from "./state.ts";

/** An entry as the application gives it, without its place in the queue. */
export type NewEntry = Omit<Entry, "order" | "sent">;

/**
 * The events of one entry; its id comes first. An event of an entry that this page does not have changes nothing. `made` names the
 * storage that has the entry (`QueueStorage.made`).
 */
export type EntryEventArguments = {
  /** The storage has taken the new entry. */
  stored: [made: unknown];
  /** The storage has the entry that the effect `update` wrote, or one that another page wrote in between. */
  updated: [made: unknown];
  /** The storage does not have it: it did not take it, or another page took it out. There is nothing to show. */
  missing: [];
  /** The worker takes it back: this page is about to take it out of the storage, or has failed to. */
  takingBack: [isUnderWay: boolean];
  /** This page has taken it out of the storage. */
  takenBack: [];
  /** Its request is about to be sent, or one that asks for the time. `marked`: the entry as the storage has it now. */
  sending: [marked: Entry];
  /**
   * An attempt is over; without a verdict nothing was sent, because another page leads now. `isAborted`: this page broke it off, to send
   * the entry again at once. `random`, from 0 up to but not including 1, spreads the next attempts.
   */
  answered: [verdict: AttemptVerdict | undefined, isAborted: boolean, random: number];
  /** The worker has understood its refusal, and the storage has forgotten it. */
  understood: [];
};

/** The events of this page's queue. */
export type QueueEventArguments = {
  /**
   * The storage was read; `entries` is missing where it could not be. `idsBefore`, when it was read to lead: the stored entries that this
   * page knew when the reading began.
   */
  loaded: [entries: readonly Entry[] | undefined, idsBefore?: readonly string[]];
  /** This page got the lock, and may send; or it lost the lock. */
  locked: [maySend: boolean];
  /** The application gave an entry, which the storage is about to take. */
  given: [entry: NewEntry];
  /** An answer had the service's time. `isSteady`: until then the monotonic clock was the right one. */
  timeLearnt: [isSteady: boolean];
  /** Another page posted a message. */
  heard: [message: PageMessage];
  /** The application, or the device, has a request for the page that leads. */
  requested: [request: PageRequest, id?: string];
  /** The storage was emptied under this page. */
  emptied: [];
  /** The timer of the effect `sleep` has ended. */
  due: [];
  closed: [];
};

/** The effects that the shell performs, with their arguments. */
export type EffectArguments = {
  /** Read the storage; then dispatch `loaded`. */
  load: [idsBefore: readonly string[]];
  /** Write an entry, unless another page took it back; `overwrites`: also over what the storage has. Then dispatch `updated`. */
  update: [queued: QueuedEntry, overwrites: boolean];
  /**
   * If this page still leads: write the entry marked as sent, dispatch `sending`, and send its request; or only ask for the time. Then
   * dispatch `answered`; or `missing`, when another page took the entry back.
   */
  attempt: [queued: QueuedEntry, marked: Entry];
  /** Break the attempt off. */
  abort: [id: string];
  /** Show a state of an entry, and post it, unless it came from another page. */
  show: [status: PostedStatus, outcome?: Outcome | undefined, isFromOther?: boolean];
  /** Report an end. The storage forgets what is recorded before that; it has a refusal until the worker has understood it. */
  end: [queued: QueuedEntry, outcome: Outcome];
  /** Call the application. */
  call: [callback: "onState" | "onEmptied", state?: QueueState];
  post: [message: PageMessage];
  /** Dispatch `due` after so many milliseconds, if any. It replaces the timer before. */
  sleep: [ms: number | undefined];
};

/** `["stored", id, made]`, and so on: each event has one handler in `handle-event.ts`. */
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
