import type { RouteAnswer } from "#lib/page/requests.ts";
import type { Person } from "../shared/people.ts";
import { createStore } from "../shared/store.ts";
import type { BoardAddress } from "./address.ts";

export type PlaceContents = Pick<RouteAnswer<"location-overview">["off_shelf"], "items" | "boxes">;
/** Goods, an attachment of them, or a box by itself. */
export type PlacedItem = Omit<PlaceContents["items"][number], "zongpai"> & {
  readonly zongpai?: string;
  readonly box_no?: string;
};

/** What the whole page shows; what lists and forms show is their own. */
export type BoardState = {
  /** Whether somebody answers, and the instant of the last answer, epoch milliseconds. */
  readonly net: "online" | "unanswered" | "offline";
  readonly answeredAt?: number;
  /** Who is signed in, unless the service says that it does not know them. */
  readonly who?: Person;
  readonly unknownKey: boolean;
  /** A form was changed, and is not saved. */
  readonly unsaved: boolean;
  /** What is looked up. */
  readonly at?: BoardAddress;
  /** The instant of the ERP's copy, where the last answer had one. */
  readonly copyFrom?: string;
  /** How often everything was asked for anew. */
  readonly refreshes: number;
};

export const {
  state: boardState,
  set: setState,
  onDraw,
} = createStore<BoardState>({
  net: "online",
  unknownKey: false,
  unsaved: false,
  refreshes: 0,
});

export const needsKey = (): boolean => provedBy !== "nothing" && !boardState().who;

/** Asks anew for everything that the page shows. */
export const refreshBoard = (): void => setState({ refreshes: boardState().refreshes + 1 });
