import words from "site:words/board";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { categoryNameOf } from "../shared/language.ts";
import { mayCall } from "../shared/rights.ts";
import { fillTemplate, formatAmount, formatList, renderAmountOf } from "../shared/text.tsx";
import { readRoute } from "./client.ts";
import { LookupFrame } from "./lookup-frame.tsx";
import {
  CodeLink,
  formatShortCount,
  ItemTable,
  NamedFact,
  PlaceFact,
  renderErpSource,
  renderPlace,
} from "./parts.tsx";
import { setState } from "./store.ts";
import { useAnswer } from "./use-answer.ts";

const { box: boxWords, columns, kinds } = words;
type BoxInfo = RouteAnswer<"get-box-info">;
type BoxStatus = RouteAnswer<"get-box-status">;
/** An attachment of goods, as far as the site knows it. */
type AttachmentCell = Pick<BoxInfo["entries"][number], "category" | "quantity"> &
  Partial<BoxStatus["items"][number]["categories"][number]>;
/** `more`: there are attachments behind these cells. */
type BoxFactsProps = { box: BoxInfo; cells: readonly AttachmentCell[]; more: unknown };
const BoxFacts = ({ box, cells, more }: BoxFactsProps) => {
  const { quantity, columns: others, items_quantity, items } = box;
  const missing = quantity === undefined ? 0 : quantity - items_quantity;
  const lacks = cells.reduce((sum, { missing_quantity = 0 }) => sum + missing_quantity, 0);
  const values = Object.values(others ?? {}).filter((one) => one !== null);
  return (
    <dl class="row facts">
      {box.registered_at && <PlaceFact of={box} />}
      <NamedFact name="ERP" soft={[renderErpSource(box), formatList(values.map(String))]}>
        {formatAmount(quantity)}
      </NamedFact>
      <NamedFact
        name={boxWords.here}
        soft={[fillTemplate(boxWords.goods, { count: formatShortCount(items.length, box.cursor) })]}
      >
        {formatShortCount(items_quantity, box.cursor)}
      </NamedFact>
      {/* What does not fit into one answer is not counted, so nothing can be said to be missing. */}
      {box.cursor === undefined && (
        <NamedFact
          name={missing < 0 ? boxWords.tooMany : boxWords.missing}
          lack={missing !== 0}
          soft={[
            quantity === undefined && boxWords.notCounted,
            lacks > 0 &&
              fillTemplate(boxWords.attachments, { count: formatShortCount(lacks, more) }),
          ]}
        >
          {quantity !== undefined && formatAmount(Math.abs(missing))}
        </NamedFact>
      )}
    </dl>
  );
};

const renderCell = (cell: AttachmentCell) => {
  const { quantity, configured_quantity: total, missing_quantity: lacks = 0 } = cell;
  const { boxed_quantity: boxed = quantity } = cell;
  return (
    <>
      {renderAmountOf(words.of, total === undefined ? quantity : boxed, total)}
      {lacks > 0 && (
        <>
          , <span class="lack">{fillTemplate(boxWords.lacks, { count: formatAmount(lacks) })}</span>
        </>
      )}
    </>
  );
};

/** The goods in a box with their attachments, from the box's status where the site has that. */
const boxRowsOf = ({ items, entries }: BoxInfo, { items: known = [] }: Partial<BoxStatus> = {}) =>
  [...new Set([...items, ...entries, ...known].map(({ zongpai }) => zongpai))].map((zongpai) => {
    const isOf = (one: { readonly zongpai: string }) => one.zongpai === zongpai;
    const status: Partial<BoxStatus["items"][number]> = known.find(isOf) ?? {};
    const { categories = [], items_quantity = 0, ...goods } = status;
    const cells: AttachmentCell[] = [...entries.filter(isOf), ...categories];
    const { quantity = items_quantity } = items.find(isOf) ?? {};
    return { ...goods, zongpai, quantity, cells };
  });

type BoxRow = ReturnType<typeof boxRowsOf>[number];
const categoryColumnOf = (code: string) =>
  [
    categoryNameOf(code),
    (row: BoxRow) => {
      const cell = row.cells.findLast(({ category }) => category === code);
      return cell && renderCell(cell);
    },
  ] as const;

export const BoxView = ({ code }: { code: string }) => {
  const found = useAnswer(async () => {
    const [{ answer: box, ...failed }, status] = await Promise.all([
      readRoute("get-box-info", { box_no: code }),
      mayCall("get-box-status") ? readRoute("get-box-status", { box_no: code }) : undefined,
    ]);
    if (!box) return failed;
    setState({ copyFrom: box.erp_as_of });
    return { answer: { box, rows: boxRowsOf(box, status?.answer), more: status?.answer?.cursor } };
  });
  const { box, rows = [], more } = found?.answer ?? {};
  const cells = rows.flatMap((row) => row.cells);
  const categories = [...new Set(cells.map(({ category }) => category))];
  return (
    <LookupFrame
      icon="box"
      code={code}
      name={kinds.box}
      of={found}
      rows={box && [...box.items, ...box.entries].map((item) => ({ box_no: code, ...item }))}
    >
      {box && <BoxFacts box={box} cells={cells} more={more} />}
      {box && rows.length === 0 && <p>{words.empty}</p>}
      {rows.length > 0 && (
        <ItemTable
          caption={words.inTheBox}
          rows={rows}
          columns={[
            [kinds.goods, ({ zongpai }) => <CodeLink kind="goods" code={zongpai} />],
            [columns.quantity, ({ quantity }) => formatAmount(quantity), "n"],
            [columns.stands, renderPlace],
            ...categories.map(categoryColumnOf),
          ]}
        />
      )}
      {box?.cursor !== undefined && <p class="soft">{words.andMore}</p>}
    </LookupFrame>
  );
};
