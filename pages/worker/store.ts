import type { Answer, WriteId } from "#lib/page/requests.ts";
import type { QueueState } from "#scanner/client/news.ts";
import type { Entry, Refusal } from "#scanner/client/types.ts";
import type { Goods } from "../shared/goods.ts";
import { storeOf } from "../shared/store.ts";
import type { Category, Command, Flow, Label, Mode } from "./flow.ts";

export type OutcomeName = "recorded" | "kept" | "superseded" | "refused" | "wrong-label";

export type Scanned = Pick<Entry<WriteId>, "route" | "fields">;

/** What became of a scan, for the band and the list below it. */
export type Result = {
  readonly id: string;
  readonly outcome: OutcomeName;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly mode: Mode;
  readonly scan: Scanned;
  /** Where the goods were before, if this page knows. */
  readonly before?: Command;
  readonly sentence?: string;
  /** Refused, but perhaps recorded by an earlier try. */
  readonly unsure?: boolean;
  /** Where a newer scan has seen them. */
  readonly newer?: {
    readonly location?: string;
    readonly off_shelf: boolean;
    readonly registered_at: string;
  };
  /** It takes another one back. */
  readonly takesBack?: boolean;
  /** It was taken back before it was sent. */
  readonly gone?: boolean;
};

/** What the band says of a label that was not taken, until the next scan. */
export type Wrong = {
  readonly label: string;
  readonly word?: string;
  readonly text: string;
  readonly note?: string;
};

/** Refused by the service, or set aside by the queue: the worker decides. */
export type Problem = {
  readonly entry: Entry<WriteId>;
  readonly refusal?: Refusal;
  readonly understood: () => void;
  /** What would pass, as a read of the service says. */
  readonly correction?: Command;
  /** A read says that what was refused is recorded all the same. */
  readonly there?: boolean;
};

export type Found = {
  readonly label: Label;
  readonly asking?: boolean;
  /** Nobody answered. */
  readonly silent?: boolean;
  readonly sentence?: string;
  readonly goods?: Goods;
  readonly shelf?: Answer<"location-overview">;
  readonly box?: Answer<"get-box-info">;
};

export type State = {
  readonly flow: Flow;
  readonly queue: QueueState;
  readonly waiting: number;
  /** Newest first. */
  readonly results: readonly Result[];
  /** Counts results and wrong labels, so that two alike are seen as two. */
  readonly resultCount: number;
  readonly wrong?: Wrong;
  /** Below what the band says. */
  readonly note?: string;
  readonly problems: readonly Problem[];
  readonly showsProblems: boolean;
  /** The `resultCount` when the list of problems was opened. */
  readonly problemsOpenedAt: number;
  readonly found?: Found;
  /** The attachments of the goods in hand; without headroom where nobody could be asked. */
  readonly choices?: readonly (Category &
    Partial<Answer<"get-attachment-status">["categories"][number]>)[];
  readonly counted?: Goods;
  /** What the open box held when it was opened. */
  readonly contents?: Answer<"get-box-info">;
  readonly who: string;
  readonly signIn: boolean;
  readonly typing: boolean;
  readonly camera: boolean;
  readonly deaf: boolean;
  /** The goods that the device could not keep. */
  readonly full?: string;
  /** Why scans are kept less safely: somebody emptied the storage, or the browser has none. */
  readonly loose?: "emptied" | "unkept";
  readonly update: boolean;
};

export const { state, set, onDraw } = storeOf<State>({
  flow: { mode: "shelve", digits: "" },
  queue: "running",
  waiting: 0,
  results: [],
  resultCount: 0,
  problems: [],
  showsProblems: false,
  problemsOpenedAt: 0,
  who: "",
  signIn: false,
  typing: false,
  camera: false,
  deaf: false,
  update: false,
});
