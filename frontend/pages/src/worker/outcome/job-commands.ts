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

/** A box on a shelf leaves. Without an endpoint for boxes that leave, it is recorded as off shelf. */
const leaveBoxCommands = ({
  box_no,
  location = "",
  off_shelf,
  registered_at,
}: KnownBox): WriteCommand[] => {
  const isOnShelf = registered_at !== undefined && !off_shelf;
  const leave = leaveCommand({ box_no });
  if (mayCall(leave.route)) return [expectShelf(leave, isOnShelf ? location : "")];
  return isOnShelf ? [expectShelf(placeCommand({ off_shelf: true }, { box_no }), location)] : [];
};

/** A box leaves with its goods. */
export const leaveWithBoxCommands = (box: KnownBox, zongpais: readonly string[]): WriteCommand[] =>
  allowed([...leaveBoxCommands(box), ...zongpais.map((zongpai) => leaveCommand({ zongpai }))]);

export const bringAlongCommands = (to: TargetPlace, zongpais: readonly string[]): WriteCommand[] =>
  allowed(zongpais.map((zongpai) => placeCommand(to, { zongpai })));
