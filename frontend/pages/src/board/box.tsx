import words from "site:words/board";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { sortByCode } from "../shared/code-order.ts";
import { categoryNameOf } from "../shared/language.ts";
import { mayCall } from "../shared/rights.ts";
import {
  fillTemplate,
  formatAmount,
  formatList,
  ProductName,
  renderAmountOf,
} from "../shared/text.tsx";
import { boxedActs, describeTotal, placeActs } from "./acts.tsx";
import { readRoute } from "./client.ts";
import { NamedFact, PlaceFact, renderErpSource, renderPlace } from "./facts.tsx";
import { formatShortCount, ItemTable } from "./item-table.tsx";
import { CodeLink } from "./links.tsx";
import { LookupFrame } from "./lookup-frame.tsx";
import { renderActKeys, renderOpenAct } from "./row-acts.tsx";
import { setState } from "./store.ts";
import { useAnswer } from "./use-answer.ts";

const { box: boxWords, columns, kinds } = words;
type BoxInfo = RouteAnswer<"get-box-info">;
type BoxStatus = RouteAnswer<"get-box-status">;

/** An attachment of goods, with its status if the site reports one. */
type AttachmentCell = Pick<BoxInfo["entries"][number], "category" | "quantity"> &
  Partial<BoxStatus["items"][number]["categories"][number]>;

/** `more`: the box has attachments that `cells` leaves out. */
type BoxFactsProps = { box: BoxInfo; cells: readonly AttachmentCell[]; more: unknown };
const BoxFacts = ({ box, cells, more }: BoxFactsProps) => {
  const { quantity, columns: erpColumns, items_quantity, items } = box;
  const missing = quantity === undefined ? 0 : quantity - items_quantity;
  const missingAttachments = cells.reduce(
    (sum, { missing_quantity = 0 }) => sum + missing_quantity,
    0,
  );
  const erpValues = Object.values(erpColumns ?? {}).filter((value) => value !== null);
  return (
    <dl class="facts">
      {box.registered_at && <PlaceFact place={box} />}
      <NamedFact name="ERP" notes={[renderErpSource(box), formatList(erpValues.map(String))]}>
        {formatAmount(quantity)}
      </NamedFact>
      <NamedFact
        name={boxWords.here}
        notes={[
          fillTemplate(boxWords.goods, { count: formatShortCount(items.length, box.cursor) }),
        ]}
      >
        {formatShortCount(items_quantity, box.cursor)}
      </NamedFact>
      {/* The first page does not count a large box, so the missing quantity is unknown. */}
      {box.cursor === undefined && (
        <NamedFact
          name={missing < 0 ? boxWords.tooMany : boxWords.missing}
          isLacking={missing !== 0}
          notes={[
            quantity === undefined && boxWords.notCounted,
            missingAttachments > 0 &&
              fillTemplate(boxWords.attachments, {
                count: formatShortCount(missingAttachments, more),
              }),
          ]}
        >
          {quantity !== undefined && formatAmount(Math.abs(missing))}
        </NamedFact>
      )}
    </dl>
  );
};

const renderCell = (cell: AttachmentCell) => {
  const { quantity, configured_quantity: total, missing_quantity: missing = 0 } = cell;
  const { boxed_quantity: boxed = quantity } = cell;
  const missingText = fillTemplate(boxWords.lacks, { count: formatAmount(missing) });
  return (
    <>
      {renderAmountOf(words.of, total === undefined ? quantity : boxed, total)}
      {missing > 0 && (
        <>
          , <span class="lack">{missingText}</span>
        </>
      )}
    </>
  );
};

/** The goods in a box with their attachments, and what the status of the box adds to them. */
const boxRowsOf = ({ items, entries }: BoxInfo, status: Partial<BoxStatus> = {}) => {
  const { items: statusItems = [] } = status;
  const goods = new Set([...items, ...entries, ...statusItems].map(({ zongpai }) => zongpai));
  return sortByCode([...goods], String).map((zongpai) => {
    const isOfGoods = (entry: { readonly zongpai: string }) => entry.zongpai === zongpai;
    const statusItem: Partial<BoxStatus["items"][number]> = statusItems.find(isOfGoods) ?? {};
    const { categories = [], items_quantity = 0, ...place } = statusItem;
    const cells: AttachmentCell[] = [...entries.filter(isOfGoods), ...categories];
    const { quantity = items_quantity, product = place.product } = items.find(isOfGoods) ?? {};
    return { ...place, zongpai, product, quantity, cells };
  });
};

type BoxRow = ReturnType<typeof boxRowsOf>[number];
const cellOf = ({ cells }: BoxRow, code: string) =>
  cells.findLast(({ category }) => category === code);

/** Describes how many goods the box holds after an act. Returns nothing for a large box, because only its first page is known. */
const describeWhole = ({ box_no, cursor, items_quantity, quantity }: BoxInfo) =>
  cursor === undefined
    ? describeTotal(
        [words.afterwards.inBox, words.afterwards.inBoxOf],
        items_quantity,
        quantity,
        box_no,
      )
    : undefined;

const goodsActs = (box: BoxInfo, { zongpai, quantity }: BoxRow) =>
  quantity > 0 ? boxedActs({ box_no: box.box_no, zongpai }, quantity, describeWhole(box)) : [];

/** A cell offers one act on its attachment: set the quantity. */
const cellActs = ({ box_no }: BoxInfo, { zongpai }: BoxRow, cell: AttachmentCell | undefined) =>
  cell?.quantity
    ? boxedActs({ box_no, zongpai, category: cell.category }, cell.quantity).filter(
        ({ kind }) => kind === "setTo",
      )
    : [];

export const BoxView = ({ code }: { code: string }) => {
  const result = useAnswer(async () => {
    const [{ answer: box, ...failed }, statusResult] = await Promise.all([
      readRoute("get-box-info", { box_no: code }),
      mayCall("get-box-status") ? readRoute("get-box-status", { box_no: code }) : undefined,
    ]);
    if (!box) return failed;
    setState({ erpCopyFrom: box.erp_as_of });
    const status = statusResult?.answer;
    return { answer: { box, rows: boxRowsOf(box, status), more: status?.cursor } };
  });
  const { box, rows = [], more } = result?.answer ?? {};
  const headActs = box ? placeActs({ box_no: code }, box) : [];
  const cells = rows.flatMap((row) => row.cells);
  const categories = [...new Set(cells.map(({ category }) => category))];
  return (
    <LookupFrame
      icon="box"
      code={code}
      name={kinds.box}
      result={result}
      acts={renderActKeys(headActs)}
      openAct={renderOpenAct(headActs)}
      rows={
        box &&
        sortByCode([...box.items, ...box.entries], ({ zongpai }) => zongpai).map((item) => ({
          box_no: code,
          ...item,
        }))
      }
    >
      {box && <BoxFacts box={box} cells={cells} more={more} />}
      {box && rows.length === 0 && <p>{words.empty}</p>}
      {box && rows.length > 0 && (
        <ItemTable
          caption={words.inTheBox}
          rows={rows}
          columns={[
            [
              kinds.goods,
              ({ zongpai, product }) => (
                <>
                  <CodeLink kind="goods" code={zongpai} />
                  <ProductName>{product}</ProductName>
                </>
              ),
            ],
            [columns.quantity, ({ quantity }) => formatAmount(quantity), "n"],
            [columns.stands, renderPlace],
            ...categories.map(
              (category) =>
                [
                  categoryNameOf(category),
                  (row: BoxRow) => {
                    const cell = cellOf(row, category);
                    return (
                      cell && (
                        <>
                          {renderCell(cell)} {renderActKeys(cellActs(box, row, cell))}
                        </>
                      )
                    );
                  },
                  "wraps",
                ] as const,
            ),
          ]}
          actsOn={(row) => goodsActs(box, row)}
          cellActsOn={(row) => row.cells.flatMap((cell) => cellActs(box, row, cell))}
        />
      )}
      {box?.cursor !== undefined && <p class="soft">{words.andMore}</p>}
    </LookupFrame>
  );
};
