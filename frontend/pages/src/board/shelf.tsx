import words from "site:words/board";
import { sortByCode } from "../shared/code-order.ts";
import { fillTemplate, formatTime } from "../shared/text.tsx";
import { placeActs } from "./acts.tsx";
import { readRoute } from "./client.ts";
import { formatGoodsCount, ItemTable, itemsIn, MoreButton } from "./item-table.tsx";
import { ItemLink } from "./links.tsx";
import { LookupFrame } from "./lookup-frame.tsx";
import { usePagedList } from "./use-answer.ts";

const { columns, kinds } = words;

export const ShelfView = ({ code }: { code: string }) => {
  const list = usePagedList(
    (cursor) => readRoute("location-overview", { location: code, cursor }),
    ({ locations }) => locations,
  );
  const { result, loadMore } = list;
  const area = list.items[0]?.area;
  // Boxes have no zongpai, so they sort first.
  const items = sortByCode(
    list.items.flatMap(itemsIn),
    ({ zongpai = "", box_no = "" }) => `${zongpai} ${box_no}`,
  );
  return (
    <LookupFrame
      icon="shelf"
      code={code}
      name={area === undefined ? kinds.shelf : fillTemplate(words.found.shelfIn, { area })}
      result={result}
      rows={items.map((item) => ({ location: code, ...item }))}
    >
      {result?.answer && items.length === 0 && <p>{words.empty}</p>}
      {items.length > 0 && (
        <ItemTable
          caption={
            <>
              {words.onTheShelf} <span class="n">{formatGoodsCount(items, loadMore)}</span>
            </>
          }
          rows={items}
          columns={[
            [kinds.goods, (item) => <ItemLink item={item} />],
            [columns.since, ({ registered_at }) => formatTime(registered_at)],
          ]}
          actsOn={(item) => placeActs(item, item)}
        />
      )}
      <MoreButton loadMore={loadMore}>{words.more}</MoreButton>
    </LookupFrame>
  );
};
