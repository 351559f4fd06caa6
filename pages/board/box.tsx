import words from "site:words/board";
import type { Answer } from "#lib/page/requests.ts";
import { categoryName } from "../shared/category-name.ts";
import { called } from "../shared/language.ts";
import { amount, amountOf, fill, listOf, time } from "../shared/text.tsx";
import { Place, placeOf } from "./goods.tsx";
import { Columns, Link } from "./parts.tsx";

const { box: say, columns, kinds } = words;
type Info = Answer<"get-box-info">;
type Status = Answer<"get-box-status">;
/** An attachment of goods, as far as the site knows it. */
type Cell = { readonly quantity: number } & Partial<Status["items"][number]["categories"][number]>;

const Facts = ({ box, lacking }: { box: Info; lacking?: Status }) => {
  const { quantity, columns: others, erp_state, erp_as_of, items_quantity, items } = box;
  const missing = quantity === undefined ? 0 : quantity - items_quantity;
  const lines = (lacking?.items ?? []).flatMap(({ categories }) => categories);
  const lacks = lines.reduce((sum, { missing_quantity = 0 }) => sum + missing_quantity, 0);
  const values = Object.values(others ?? {}).filter((one) => one !== null);
  return (
    <dl class="row facts">
      {box.registered_at && <Place of={box} />}
      <div>
        <dt>ERP</dt>
        <dd class="n">{quantity === undefined ? "–" : amount(quantity)}</dd>
        <dd class="soft">
          {erp_as_of ? fill(words.copyFrom, { time: time(erp_as_of) }) : called(erp_state)}
        </dd>
        {values.length > 0 && <dd class="soft">{listOf(values.map(String))}</dd>}
      </div>
      <div>
        <dt>{say.here}</dt>
        <dd class="n">{amount(items_quantity)}</dd>
        <dd class="soft">{fill(say.goods, { count: amount(items.length) })}</dd>
      </div>
      {/* What does not fit into one answer is not counted, so nothing can be said to be missing. */}
      {box.cursor === undefined && (
        <div>
          <dt>{missing < 0 ? say.tooMany : say.missing}</dt>
          <dd class={missing === 0 ? "n" : "n lack"}>
            {quantity === undefined ? "–" : amount(Math.abs(missing))}
          </dd>
          <dd class="soft">
            {quantity === undefined
              ? say.notCounted
              : lacks > 0 && fill(say.attachments, { count: amount(lacks) })}
          </dd>
        </div>
      )}
    </dl>
  );
};

const Held = ({ cell }: { cell?: Cell }) => {
  if (!cell) return <td class="soft">–</td>;
  const {
    quantity,
    boxed_quantity = quantity,
    configured_quantity: total,
    missing_quantity: lacks = 0,
  } = cell;
  const held = amountOf(words.of, total === undefined ? quantity : boxed_quantity, total);
  if (lacks === 0) return <td>{held}</td>;
  const missing = <span class="lack">{fill(say.lacks, { count: amount(lacks) })}</span>;
  return (
    <td>
      {held}, {missing}
    </td>
  );
};

/** The goods in a box with their attachments, from the box's status where the site has that. */
const rowsOf = ({ items, entries }: Info, status: Status | undefined) => {
  const rows = new Map(
    items.map(({ zongpai, quantity }) => [zongpai, { quantity, cells: new Map<string, Cell>() }]),
  );
  const cellsOf = (zongpai: string) => {
    const row = rows.get(zongpai) ?? { quantity: 0, cells: new Map<string, Cell>() };
    rows.set(zongpai, row);
    return row.cells;
  };
  for (const { zongpai, category, quantity } of entries)
    cellsOf(zongpai).set(category, { quantity });
  for (const { zongpai, categories } of status?.items ?? [])
    for (const cell of categories) cellsOf(zongpai).set(cell.category, cell);
  return rows;
};

export const Box = ({ box, lacking }: { box: Info; lacking?: Status }) => {
  const rows = rowsOf(box, lacking);
  const places = new Map((lacking?.items ?? []).map((item) => [item.zongpai, item]));
  const stand = [...places.values()].some(({ registered_at }) => registered_at);
  const categories = [...new Set([...rows.values()].flatMap(({ cells }) => [...cells.keys()]))];
  return (
    <>
      <Facts box={box} lacking={lacking} />
      {rows.size === 0 ? (
        <p>{words.empty}</p>
      ) : (
        <table>
          <caption>{words.inTheBox}</caption>
          <Columns
            of={[
              kinds.goods,
              { name: columns.quantity, class: "n" },
              stand && columns.stands,
              ...categories.map(categoryName),
            ]}
          />
          <tbody>
            {[...rows].map(([zongpai, { quantity, cells }]) => (
              <tr key={zongpai}>
                <td>
                  <Link kind="goods" code={zongpai} />
                </td>
                <td class="n">{amount(quantity)}</td>
                {stand && <td>{placeOf(places.get(zongpai) ?? {}, words.nowhere)}</td>}
                {categories.map((category) => (
                  <Held key={category} cell={cells.get(category)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
};
