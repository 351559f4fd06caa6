import words from "site:words/board";
import { fill, time } from "../shared/text.tsx";
import { useList } from "./answer.ts";
import { read } from "./client.ts";
import { Frame } from "./frame.tsx";
import { goodsIn, itemsIn, More, Table, Thing } from "./parts.tsx";

const { columns, kinds } = words;

export const Shelf = ({ code }: { code: string }) => {
  const {
    found,
    all: groups,
    more,
  } = useList(
    (cursor) => read("location-overview", { location: code, cursor }),
    ({ locations }) => locations,
  );
  const area = groups[0]?.area;
  const all = groups.flatMap(itemsIn);
  return (
    <Frame
      icon="shelf"
      code={code}
      name={area === undefined ? kinds.shelf : fill(words.found.shelfIn, { area })}
      of={found}
      rows={all.map((item) => ({ location: code, ...item }))}
    >
      {found?.answer && all.length === 0 && <p>{words.empty}</p>}
      {all.length > 0 && (
        <Table
          caption={
            <>
              {words.onTheShelf} <span class="n">{goodsIn(all, more)}</span>
            </>
          }
          rows={all}
          columns={[
            [kinds.goods, (item) => <Thing of={item} />],
            [columns.since, ({ registered_at }) => time(registered_at)],
          ]}
        />
      )}
      <More run={more}>{words.more}</More>
    </Frame>
  );
};
