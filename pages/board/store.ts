import type { Answer } from "#lib/page/requests.ts";
import type { Check } from "../shared/check-code.ts";
import type { Goods } from "../shared/goods.ts";
import type { Person } from "../shared/people.ts";
import { storeOf } from "../shared/store.ts";
import type { Address } from "./address.ts";

/** How many goods are somewhere; `more`: at least so many; without `goods` not known yet. */
export type Counted = { readonly code: string; readonly goods?: number; readonly more: boolean };

/** An area or a shelf that was folded out, and what the service says is in it. */
export type Fold = {
  readonly open: boolean;
  readonly shelves?: readonly Counted[];
  /** There are more shelves than listed. */
  readonly more?: boolean;
  readonly items?: readonly Item[];
};

export type Event = Answer<"get-history">["events"][number];
type Group = Answer<"location-overview">["off_shelf"];
/** Goods, an attachment of them, or a box by itself. */
export type Item = Partial<
  Pick<NonNullable<Group["boxes"]>[number], "box_no"> & Pick<Group["items"][number], "zongpai">
> &
  Omit<Group["items"][number], "zongpai">;
export type Refused = Answer<"get-refusals">["refusals"][number];
export type Line = Answer<"get-attachment-status">["categories"][number];

/** A list as far as it was asked for; `more`: it goes on. */
export type List<One> = { readonly all: readonly One[]; readonly more: boolean };

/** What a worker found on a shelf, and what is recorded there now. */
export type Checked = Check & {
  readonly recorded: readonly Group["items"][number][];
  /** By the goods that belong elsewhere. */
  readonly places: ReadonlyMap<string, Pick<Goods, "location" | "off_shelf" | "registered_at">>;
};

export type Found = {
  readonly at: Address;
  readonly asking?: boolean;
  /** Nobody answered. */
  readonly silent?: boolean;
  /** The service's own sentence. */
  readonly sentence?: string;
  readonly goods?: Goods;
  readonly history?: List<Event>;
  readonly box?: Answer<"get-box-info">;
  readonly lacking?: Answer<"get-box-status">;
  readonly shelf?: List<Item> & { readonly area?: string };
  readonly lines?: readonly Line[];
  readonly check?: Checked;
};

export type State = {
  /** Whether somebody answers, and the instant of the last answer, epoch milliseconds. */
  readonly net: "online" | "unanswered" | "offline";
  readonly answeredAt?: number;
  readonly who?: Person;
  readonly signIn: boolean;
  readonly unknownKey: boolean;
  /** A form was changed, and is not saved. */
  readonly unsaved: boolean;
  readonly areas?: readonly Counted[];
  /** On shelves of areas that the site does not list. */
  readonly others?: Omit<Counted, "code">;
  readonly folds: Readonly<Record<string, Fold>>;
  readonly off?: List<Item>;
  readonly refused?: List<Refused>;
  readonly found?: Found;
  /** The instant of the ERP's copy, where the last answer had one. */
  readonly copyFrom?: string;
};

export const { state, set, onDraw } = storeOf<State>({
  net: "online",
  signIn: false,
  unknownKey: false,
  unsaved: false,
  folds: {},
});
