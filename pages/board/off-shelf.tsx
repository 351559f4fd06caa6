import words from "site:words/board";
import { time } from "../shared/text.tsx";
import { useList } from "./answer.ts";
import { read } from "./client.ts";
import { Listed } from "./listed.tsx";
import { age, goodsIn, isOld, itemsIn, nameOf, Table, Thing } from "./parts.tsx";

const { off: say, columns, kinds } = words;

export const OffShelf = () => {
  const list = useList(
    (cursor) => read("location-overview", { off_shelf: true, cursor }),
    ({ off_shelf }) => itemsIn(off_shelf),
  )?.answer;
  const { all = [], more } = list ?? {};
  const old = all.filter(({ registered_at }) => isOld(registered_at));
  const long = `${say.long} ${goodsIn({ all: old, more: old.length === all.length ? more : undefined })}`;
  const today = `${say.today} ${goodsIn({ all: all.slice(old.length), more })}`;
  return (
    <Listed
      id="off-shelf"
      title={words.offShelf}
      none={say.none}
      list={list}
      counted={goodsIn({ all, more })}
    >
      <Table
        class="n"
        data-test="off-shelf"
        rows={all}
        groupOf={({ registered_at }) => (isOld(registered_at) ? long : today)}
        columns={[
          [
            kinds.goods,
            (item) => (
              <>
                <Thing of={item} />
                {item.location !== undefined && <span class="soft">{item.location}</span>}
              </>
            ),
          ],
          [columns.for, ({ registered_at }) => age(registered_at)],
          [columns.since, ({ registered_at }) => time(registered_at), "more"],
          [columns.by, ({ who }) => nameOf(who), "more"],
        ]}
      />
    </Listed>
  );
};
