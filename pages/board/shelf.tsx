import words from "site:words/board";
import { categoryName } from "../shared/category-name.ts";
import { time } from "../shared/text.tsx";
import { moreOnShelf } from "./find.ts";
import { Columns, count, Link, More } from "./parts.tsx";
import type { Item, List } from "./store.ts";

const { columns, kinds } = words;

export const Shelf = ({ shelf: { all, more } }: { shelf: List<Item> }) => {
  if (all.length === 0) return <p>{words.empty}</p>;
  return (
    <>
      <table>
        <caption>
          {words.onTheShelf} <span class="n">{count(all.length, more)}</span>
        </caption>
        <Columns of={[kinds.goods, columns.what, columns.since]} />
        <tbody>
          {all.map(({ zongpai, category, registered_at }) => (
            <tr key={`${zongpai} ${category}`}>
              <td>
                <Link kind="goods" code={zongpai} />
              </td>
              <td>{category === undefined ? kinds.goods : categoryName(category)}</td>
              <td>
                <time dateTime={registered_at}>{time(registered_at)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more && <More run={moreOnShelf}>{words.more}</More>}
    </>
  );
};
