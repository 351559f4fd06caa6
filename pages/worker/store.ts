import type { Answer } from "#lib/page/requests.ts";
import type { QueueState } from "#scanner/client/news.ts";
import type { Goods } from "../shared/goods.ts";
import type { Person } from "../shared/people.ts";
import { storeOf } from "../shared/store.ts";
import type { Command } from "./commands.ts";
import type { Hand, Label, Screen } from "./hand.ts";
import type { Contents, Rows } from "./rows.ts";

/** What a read says of a refused scan. */
export type Advice = Readonly<{
  /** What would pass in its place. */
  correction?: Command;
  /** It is recorded all the same. */
  there?: boolean;
  /** Whose newer scan stands in the place of this one. */
  who?: string;
}>;

/** What the service has said of a label. */
export type Found = Contents &
  Readonly<{
    label: Label;
    asking?: boolean;
    /** Nobody answered. */
    silent?: boolean;
    sentence?: string;
    goods?: Goods;
    shelf?: Answer<"location-overview">;
  }>;

export type Choice = Readonly<{ category: string; label: string }> &
  Partial<Answer<"get-attachment-status">["categories"][number]>;

export type Light = Readonly<{ on: boolean; turn: (on: boolean) => Promise<void> }>;

export type State = Rows &
  Readonly<{
    hand: Hand;
    /** The last one is shown; without any, what is in hand. */
    screens: readonly Screen[];
    input: "scanner" | "typing" | "camera";
    /** Whether signals sound twice as loud. */
    loud?: boolean;
    /** Of the camera, if it has one. */
    light?: Light;
    queue: QueueState;
    /** Below what the band says. */
    note?: string;
    /** By the ids of entries. */
    advice: Readonly<Record<string, Advice>>;
    /** By codes. */
    found: Readonly<Record<string, Found>>;
    /** The attachments of the goods in hand; without headroom where nobody could be asked. */
    choices?: readonly Choice[];
    /** Who is signed in. */
    who?: Person;
    deaf: boolean;
    /** The goods that the device could not keep. */
    full?: string;
    /** Why scans are kept less safely: somebody emptied the storage, or the browser has none. */
    loose?: "emptied" | "unkept";
    update: boolean;
  }>;

export const { state, set, onDraw } = storeOf<State>({
  hand: { mode: "shelve" },
  screens: [],
  input: "scanner",
  queue: "running",
  rows: [],
  resultCount: 0,
  advice: {},
  found: {},
  deaf: false,
  update: false,
});

/** What lies over what is in hand. */
export const top = (): Screen | undefined => state().screens.at(-1);

/** What the band says after the next touch: a label that was not taken has been seen. */
export const lastingBand = (): State["band"] => {
  const { band } = state();
  return band?.is === "wrong" ? undefined : band;
};

/** Somebody has to sign in first. */
export const isHeld = (): boolean => state().screens.some(({ is }) => is === "key");

/** How much waits for the service. */
export const waiting = (): number =>
  state().rows.filter(({ outcome }) => outcome === "kept").length;
