import type { Entry, Outcome } from "../entry.ts";
import type { AttemptVerdict } from "../exchange.ts";
import type { PageMessage, PageRequest, PostedStatus } from "../page-messages.ts";
import type { QueueState } from "../queue-status.ts";
import type { QueuedEntry } from "./state.ts";

/** An entry from the application, which has no place in the queue yet. */
export type NewEntry = Omit<Entry, "order" | "sent">;

/**
 * The events of one entry; its id comes first. An event for an entry that this page does not have changes nothing. `made` identifies the
 * storage that has the entry (`QueueStorage.made`).
 */
export type EntryEventArguments = {
  /** The storage has accepted the new entry. */
  stored: [made: unknown];
  /** The emptied storage has the entry that the effect `update` wrote, or a version that another page wrote in between. */
  updated: [made: unknown];
  /** The storage does not have the entry, because it did not accept it or another page removed it. There is nothing to show. */
  missing: [];
  /** The worker takes the entry back: this page is about to remove it from the storage, or has failed to. */
  takingBack: [isUnderWay: boolean];
  /** This page has removed the entry from the storage. */
  takenBack: [];
  /** The entry's request, or a request for the time, is about to be sent. `marked`: the entry as the storage has it now. */
  sending: [marked: Entry];
  /**
   * An attempt is over. Without a verdict, nothing was sent, because another page leads now. `isAborted`: this page aborted the attempt to
   * send the entry again at once. `random`, from 0 up to but not including 1, spreads the next attempts.
   */
  answered: [verdict: AttemptVerdict | undefined, isAborted: boolean, random: number];
  /** The worker has acknowledged the refusal, and the storage has deleted the entry. */
  understood: [];
};

/** The events of this page's queue. */
export type QueueEventArguments = {
  /**
   * The storage was read. `entries` is missing if reading failed. `idsBefore` is set if this page is about to lead: the stored entries that
   * it knew when it started to read.
   */
  loaded: [entries: readonly Entry[] | undefined, idsBefore?: readonly string[]];
  /** This page got the lock and may send, or it lost the lock. */
  locked: [maySend: boolean];
  /** The application added an entry, which the storage is about to accept. */
  given: [entry: NewEntry];
  /** An answer contained the service's time. `isSteady`: the monotonic clock was right until then. */
  timeLearnt: [isSteady: boolean];
  /** Another page posted a message. */
  heard: [message: PageMessage];
  /** The application or the device has a request for the leading page. */
  requested: [request: PageRequest, id?: string];
  /** The storage was emptied while this page was open. */
  emptied: [];
  /** The timer of the effect `sleep` has ended. */
  due: [];
  closed: [];
};

/** The effects that the shell performs, with their arguments. */
export type EffectArguments = {
  /** Read the storage; then dispatch `loaded`. */
  load: [idsBefore: readonly string[]];
  /** Write an entry, unless another page took it back. `overwrites`: also replace a stored version. Then dispatch `updated`. */
  update: [queued: QueuedEntry, overwrites: boolean];
  /**
   * If this page still leads: write the entry marked as sent, dispatch `sending`, and send its request, or only ask for the time. Then
   * dispatch `answered`, or `missing` if another page took the entry back.
   */
  attempt: [queued: QueuedEntry, marked: Entry];
  /** Abort the attempt. */
  abort: [id: string];
  /** Show a state of an entry. Post it too, unless it came from another page. */
  show: [status: PostedStatus, outcome?: Outcome | undefined, isFromOther?: boolean];
  /**
   * Report the end of an entry. A recorded entry is deleted from the storage first. A refused entry stays stored until the worker has
   * acknowledged it.
   */
  end: [queued: QueuedEntry, outcome: Outcome];
  /** Delete an entry from the storage, if it is there. */
  forget: [id: string];
  /** Call a callback of the application. */
  call: [callback: "onState" | "onEmptied", state?: QueueState];
  post: [message: PageMessage];
  /** Dispatch `due` after this time, if any. Replaces the previous timer. */
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
