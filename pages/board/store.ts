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

/** The state of the whole page. Lists and forms hold their own state. */
export type BoardState = {
  readonly connection: "online" | "unanswered" | "offline";
  /** The instant of the last answer, epoch milliseconds. */
  readonly answeredAt?: number;
  /** The person who is signed in, unless the service does not know them. */
  readonly person?: Person;
  readonly unknownKey: boolean;
  /** A form has changes that are not saved. */
  readonly unsaved: boolean;
  /** The id of the act that is open. */
  readonly openAct?: string | undefined;
  /** The address of the view. */
  readonly address?: BoardAddress;
  /** The instant of the ERP's copy, if the last answer came from a copy. */
  readonly erpCopyFrom?: string;
  /** A change of this number makes each view ask again. */
  readonly refreshCount: number;
};

export const {
  state: boardState,
  set: setState,
  onDraw,
} = createStore<BoardState>({
  connection: "online",
  unknownKey: false,
  unsaved: false,
  refreshCount: 0,
});

export const needsKey = (): boolean => provedBy !== "nothing" && !boardState().person;

/** Asks again for everything that the page shows. */
export const refreshBoard = (): void => setState({ refreshCount: boardState().refreshCount + 1 });
