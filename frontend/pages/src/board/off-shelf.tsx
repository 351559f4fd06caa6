import { hasLeft } from "../shared/left-box.ts";
import { mayCall } from "../shared/rights.ts";
import { formatList } from "../shared/text.tsx";
import { readRoute } from "./client.ts";
import { formatAge, isOlderThanDay, shownNameOf } from "./facts.tsx";
import { itemsIn } from "./item-table.tsx";
import { ItemLink } from "./links.tsx";
import type { PlacedItem } from "./store.ts";
import { type PagedList, usePagedList } from "./use-answer.ts";

const byAge = (one: PlacedItem, other: PlacedItem) =>
  Date.parse(one.registered_at) - Date.parse(other.registered_at);

/** Boxes off the shelf that have left by their goods, each with the instant of its scan. A later place has another instant. */
const knownToHaveLeft = new Set<string>();
const keyOfScan = ({ box_no, registered_at }: PlacedItem) => `${box_no} ${registered_at}`;
const isKnownGone = (item: PlacedItem) => knownToHaveLeft.has(keyOfScan(item));

/** How many boxes are asked about at once. */
const askedAtOnce = 5;

/** Learns which boxes have left by their goods. The service lists such boxes, because no clearing of them is recorded. */
const learnWhatLeft = async (items: readonly PlacedItem[]): Promise<void> => {
  if (!mayCall("get-box-status")) return;
  const boxes = items.filter((item) => item.box_no !== undefined && !isKnownGone(item));
  for (let from = 0; from < boxes.length; from += askedAtOnce)
    await Promise.all(
      boxes.slice(from, from + askedAtOnce).map(async (item) => {
        const { answer } = await readRoute("get-box-status", { box_no: item.box_no ?? "" });
        if (hasLeft({ off_shelf: true }, answer)) knownToHaveLeft.add(keyOfScan(item));
      }),
    );
};

type OffShelf = PagedList<PlacedItem> & {
  /** Boxes that are recorded as off shelf, and have left by their goods. */
  readonly gone: readonly PlacedItem[];
};

/** Loads the goods and boxes that are off shelf, oldest first. */
export const useOffShelf = (): OffShelf => {
  const list = usePagedList(
    async (cursor) => {
      const page = await readRoute("location-overview", { off_shelf: true, cursor });
      if (page.answer) await learnWhatLeft(itemsIn(page.answer.off_shelf));
      return page;
    },
    ({ off_shelf }) => itemsIn(off_shelf),
  );
  const oldestFirst = list.items.toSorted(byAge);
  const items = oldestFirst.filter((item) => !isKnownGone(item));
  return { ...list, items, gone: oldestFirst.filter(isKnownGone) };
};

/** The person who took an item off its shelf, and the note, if known. */
const renderWhoAndNote = ({ who, location }: PlacedItem) =>
  formatList([shownNameOf(who), location].filter((text) => text !== undefined));

export const OffShelfItem = ({ item }: { item: PlacedItem }) => {
  const age = formatAge(item.registered_at);
  return (
    <li>
      <span>
        <ItemLink item={item} />
      </span>
      <span class="n">{isOlderThanDay(item.registered_at) ? <b>{age}</b> : age}</span>
      <span class="soft">{renderWhoAndNote(item)}</span>
    </li>
  );
};
