import words from "site:words/board";
import { fillTemplate, formatTime } from "../shared/text.tsx";
import { readRoute } from "./client.ts";
import { LookupFrame } from "./lookup-frame.tsx";
import { formatGoodsCount, ItemLink, ItemTable, itemsIn, MoreButton } from "./parts.tsx";
import { usePagedList } from "./use-answer.ts";

const { columns, kinds } = words;

export const ShelfView = ({ code }: { code: string }) => {
  const {
    found,
    all: groups,
    more,
  } = usePagedList(
    (cursor) => readRoute("location-overview", { location: code, cursor }),
    ({ locations }) => locations,
  );
  const area = groups[0]?.area;
  const all = groups.flatMap(itemsIn);
  return (
    <LookupFrame
      icon="shelf"
      code={code}
      name={area === undefined ? kinds.shelf : fillTemplate(words.found.shelfIn, { area })}
      of={found}
      rows={all.map((item) => ({ location: code, ...item }))}
    >
      {found?.answer && all.length === 0 && <p>{words.empty}</p>}
      {all.length > 0 && (
        <ItemTable
          caption={
            <>
              {words.onTheShelf} <span class="n">{formatGoodsCount(all, more)}</span>
            </>
          }
          rows={all}
          columns={[
            [kinds.goods, (item) => <ItemLink of={item} />],
            [columns.since, ({ registered_at }) => formatTime(registered_at)],
          ]}
        />
      )}
      <MoreButton run={more}>{words.more}</MoreButton>
    </LookupFrame>
  );
};
