import type { RouteAnswer } from "#lib/page/requests.ts";
import {
  leaveCommand,
  type PlacedItem,
  placeCommand,
  type TargetPlace,
  type WriteCommand,
} from "../../shared/commands.ts";
import { mayCall } from "../../shared/rights.ts";
import { expectShelf } from "../scan/expect-shelf.ts";

const allowed = (commands: readonly WriteCommand[]) =>
  commands.filter(({ route }) => mayCall(route));

/** Moves everything on a shelf that this person may move. The service refuses goods that have left the shelf in the meantime. */
export const moveAllCommands = (
  from: string,
  items: readonly PlacedItem[],
  to: TargetPlace,
): WriteCommand[] => allowed(items.map((item) => expectShelf(placeCommand(to, item), from)));

/** The goods, attachments and boxes on a shelf. */
export const itemsOnShelf = ({ locations }: RouteAnswer<"location-overview">): PlacedItem[] =>
  locations.flatMap(({ items, boxes = [] }) => [
    ...items.map(({ zongpai, category }) => ({ zongpai, category })),
    ...boxes.map(({ box_no }) => ({ box_no })),
  ]);

type KnownBox = Pick<
  RouteAnswer<"get-box-info">,
  "box_no" | "location" | "off_shelf" | "registered_at"
>;

/** A box leaves with its goods. The box itself is recorded as off shelf, because only goods can leave. */
export const leaveWithBoxCommands = (
  { box_no, location = "", off_shelf, registered_at }: KnownBox,
  zongpais: readonly string[],
): WriteCommand[] => {
  const isOnShelf = registered_at !== undefined && !off_shelf;
  const box = expectShelf(placeCommand({ off_shelf: true }, { box_no }), location);
  return allowed([
    ...(isOnShelf ? [box] : []),
    ...zongpais.map((zongpai) => leaveCommand({ zongpai })),
  ]);
};

export const bringAlongCommands = (to: TargetPlace, zongpais: readonly string[]): WriteCommand[] =>
  allowed(zongpais.map((zongpai) => placeCommand(to, { zongpai })));
