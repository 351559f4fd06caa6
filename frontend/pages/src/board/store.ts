import type { RouteAnswer } from "#lib/page/requests.ts";
import type { Person } from "../shared/people.ts";
import { createStore } from "../shared/store.ts";
import type { BoardAddress } from "./address.ts";

export type PlaceContents = Pick<RouteAnswer<"location-overview">["off_shelf"], "items" | "boxes">;

/** Goods, one of their attachments, or a box. */
export type PlacedItem = Omit<PlaceContents["items"][number], "zongpai"> & {
  readonly zongpai?: string;
  readonly box_no?: string;
};

/** The state of the whole page. Lists and forms hold their own state. */
export type BoardState = {
  readonly connection: "online" | "unanswered" | "offline";
  /** The instant of the last answer, epoch milliseconds. */
  readonly answeredAt?: number;
  /** The signed-in person, if the service knows them. */
  readonly person?: Person;
  readonly unknownKey: boolean;
  /** A form has unsaved changes. */
  readonly unsaved: boolean;
  /** The id of the act that is open. */
  readonly openAct?: string | undefined;
  /** The address of the view. */
  readonly address?: BoardAddress;
  /** The instant of the ERP copy, if the last answer came from one. */
  readonly erpCopyFrom?: string;
  /** Each view loads its data again when this number changes. */
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

/** Loads all data on the page again. */
export const refreshBoard = (): void => setState({ refreshCount: boardState().refreshCount + 1 });
