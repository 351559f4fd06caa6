import words from "site:words/board";
import { categoryName } from "../shared/category-name.ts";
import { time } from "../shared/text.tsx";
import { moreOnShelf } from "./find.ts";
import { Columns, count, goodsIn, Link, More } from "./parts.tsx";
import type { Item, List } from "./store.ts";

const { columns, kinds } = words;

export const Shelf = ({ shelf: { all, more } }: { shelf: List<Item> }) => {
  if (all.length === 0) return <p>{words.empty}</p>;
  return (
    <>
      <table>
        <caption>
          {words.onTheShelf} <span class="n">{count(goodsIn(all), more)}</span>
        </caption>
        <Columns of={[kinds.goods, columns.what, columns.since]} />
        <tbody>
          {all.map(({ zongpai, box_no = "", category, registered_at }) => (
            <tr key={`${zongpai ?? box_no} ${category}`}>
              <td>
                <Link kind={zongpai ? "goods" : "box"} code={zongpai ?? box_no} />
              </td>
              <td>{category ? categoryName(category) : zongpai ? kinds.goods : kinds.box}</td>
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
