import words from "site:words/board";
import type { Answer } from "#lib/page/requests.ts";
import { categoryName } from "../shared/language.ts";
import { may } from "../shared/may.ts";
import { amount, amountOf, fill, listOf } from "../shared/text.tsx";
import { useAnswer } from "./answer.ts";
import { read } from "./client.ts";
import { Frame } from "./frame.tsx";
import { count, Fact, Link, Place, placeOf, sourceOf, Table } from "./parts.tsx";
import { set } from "./store.ts";

const { box: say, columns, kinds } = words;
type Info = Answer<"get-box-info">;
type Status = Answer<"get-box-status">;
/** An attachment of goods, as far as the site knows it. */
type Cell = Pick<Info["entries"][number], "category" | "quantity"> &
  Partial<Status["items"][number]["categories"][number]>;
/** `more`: there are attachments behind these cells. */
type FactsProps = { box: Info; cells: readonly Cell[]; more: unknown };
const Facts = ({ box, cells, more }: FactsProps) => {
  const { quantity, columns: others, items_quantity, items } = box;
  const missing = quantity === undefined ? 0 : quantity - items_quantity;
  const lacks = cells.reduce((sum, { missing_quantity = 0 }) => sum + missing_quantity, 0);
  const values = Object.values(others ?? {}).filter((one) => one !== null);
  return (
    <dl class="row facts">
      {box.registered_at && <Place of={box} />}
      <Fact name="ERP" soft={[sourceOf(box), listOf(values.map(String))]}>
        {amount(quantity)}
      </Fact>
      <Fact name={say.here} soft={[fill(say.goods, { count: count(items.length, box.cursor) })]}>
        {count(items_quantity, box.cursor)}
      </Fact>
      {/* What does not fit into one answer is not counted, so nothing can be said to be missing. */}
      {box.cursor === undefined && (
        <Fact
          name={missing < 0 ? say.tooMany : say.missing}
          lack={missing !== 0}
          soft={[
            quantity === undefined && say.notCounted,
            lacks > 0 && fill(say.attachments, { count: count(lacks, more) }),
          ]}
        >
          {quantity !== undefined && amount(Math.abs(missing))}
        </Fact>
      )}
    </dl>
  );
};

const heldOf = (cell: Cell) => {
  const { quantity, configured_quantity: total, missing_quantity: lacks = 0 } = cell;
  const { boxed_quantity: boxed = quantity } = cell;
  return (
    <>
      {amountOf(words.of, total === undefined ? quantity : boxed, total)}
      {lacks > 0 && (
        <>
          , <span class="lack">{fill(say.lacks, { count: amount(lacks) })}</span>
        </>
      )}
    </>
  );
};

/** The goods in a box with their attachments, from the box's status where the site has that. */
const rowsOf = ({ items, entries }: Info, { items: known = [] }: Partial<Status> = {}) =>
  [...new Set([...items, ...entries, ...known].map(({ zongpai }) => zongpai))].map((zongpai) => {
    const isOf = (one: { readonly zongpai: string }) => one.zongpai === zongpai;
    const status: Partial<Status["items"][number]> = known.find(isOf) ?? {};
    const { categories = [], items_quantity = 0, ...goods } = status;
    const cells: Cell[] = [...entries.filter(isOf), ...categories];
    const { quantity = items_quantity } = items.find(isOf) ?? {};
    return { ...goods, zongpai, quantity, cells };
  });

type Row = ReturnType<typeof rowsOf>[number];
const columnOf = (code: string) =>
  [
    categoryName(code),
    (row: Row) => {
      const cell = row.cells.findLast(({ category }) => category === code);
      return cell && heldOf(cell);
    },
  ] as const;

export const Box = ({ code }: { code: string }) => {
  const found = useAnswer(async () => {
    const [{ answer: box, ...failed }, status] = await Promise.all([
      read("get-box-info", { box_no: code }),
      may("get-box-status") ? read("get-box-status", { box_no: code }) : undefined,
    ]);
    if (!box) return failed;
    set({ copyFrom: box.erp_as_of });
    return { answer: { box, rows: rowsOf(box, status?.answer), more: status?.answer?.cursor } };
  });
  const { box, rows = [], more } = found?.answer ?? {};
  const cells = rows.flatMap((row) => row.cells);
  const categories = [...new Set(cells.map(({ category }) => category))];
  return (
    <Frame
      icon="box"
      code={code}
      name={kinds.box}
      of={found}
      rows={box && [...box.items, ...box.entries].map((item) => ({ box_no: code, ...item }))}
    >
      {box && <Facts box={box} cells={cells} more={more} />}
      {box && rows.length === 0 && <p>{words.empty}</p>}
      {rows.length > 0 && (
        <Table
          caption={words.inTheBox}
          rows={rows}
          columns={[
            [kinds.goods, ({ zongpai }) => <Link kind="goods" code={zongpai} />],
            [columns.quantity, ({ quantity }) => amount(quantity), "n"],
            [columns.stands, placeOf],
            ...categories.map(columnOf),
          ]}
        />
      )}
      {box?.cursor !== undefined && <p class="soft">{words.andMore}</p>}
    </Frame>
  );
};
