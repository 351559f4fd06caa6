import type { Answer } from "#lib/page/requests.ts";
import type { QueueState } from "#scanner/client/news.ts";
import type { Goods } from "../shared/goods.ts";
import type { Person } from "../shared/people.ts";
import { storeOf } from "../shared/store.ts";
import type { Command } from "./commands.ts";
import type { Hand, Label, Screen } from "./hand.ts";
import type { Contents, Rows } from "./rows.ts";

/** What a read says of a refused scan. */
export type Advice = {
  /** What would pass in its place. */
  readonly correction?: Command;
  /** It is recorded all the same. */
  readonly there?: boolean;
  /** Whose newer scan stands in the place of this one. */
  readonly who?: string | undefined;
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

type Choice = { readonly category: string; readonly label: string } & Partial<
  Answer<"get-attachment-status">["categories"][number]
>;

export type Light = { readonly on: boolean; readonly turn: (on: boolean) => Promise<void> };

export type State = Rows & {
  readonly hand: Hand;
  /** The last one is shown; without any, what is in hand. */
  readonly screens: readonly Screen[];
  readonly input: "scanner" | "typing" | "camera";
  /** Whether signals sound twice as loud. */
  readonly loud?: boolean;
  /** Of the camera, if it has one. */
  readonly light?: Light;
  readonly queue: QueueState;
  /** Below what the band says. */
  readonly note?: string;
  /** By the ids of entries. */
  readonly advice: Readonly<Record<string, Advice>>;
  readonly found?: Found;
  /** The attachments of the goods in hand; without headroom where nobody could be asked. */
  readonly choices?: readonly Choice[];
  readonly counted?: Goods;
  readonly contents?: Contents;
  /** Who is signed in. */
  readonly who?: Person;
  readonly deaf: boolean;
  /** The goods that the device could not keep. */
  readonly full?: string;
  /** Why scans are kept less safely: somebody emptied the storage, or the browser has none. */
  readonly loose?: "emptied" | "unkept";
  readonly update: boolean;
};

export const { state, set, onDraw } = storeOf<State>({
  hand: { mode: "shelve" },
  screens: [],
  input: "scanner",
  queue: "running",
  rows: [],
  resultCount: 0,
  advice: {},
  deaf: false,
  update: false,
});

/** What lies over what is in hand. */
export const top = (): Screen | undefined => state().screens.at(-1);

/** How much waits for the service. */
export const waiting = (): number =>
  state().rows.filter(({ outcome }) => outcome === "kept").length;
