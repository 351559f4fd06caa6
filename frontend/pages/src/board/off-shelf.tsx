import { formatList } from "../shared/text.tsx";
import { readRoute } from "./client.ts";
import { formatAge, isOlderThanDay, shownNameOf } from "./facts.tsx";
import { itemsIn } from "./item-table.tsx";
import { ItemLink } from "./links.tsx";
import type { PlacedItem } from "./store.ts";
import { type PagedList, usePagedList } from "./use-answer.ts";

const byAge = (one: PlacedItem, other: PlacedItem) =>
  Date.parse(one.registered_at) - Date.parse(other.registered_at);

/** Loads the goods that are off shelf, oldest first. */
export const useOffShelf = (): PagedList<PlacedItem> => {
  const list = usePagedList(
    (cursor) => readRoute("location-overview", { off_shelf: true, cursor }),
    ({ off_shelf }) => itemsIn(off_shelf),
  );
  return { ...list, items: list.items.toSorted(byAge) };
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
