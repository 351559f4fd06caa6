import words from "site:words/board";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { sortByCode } from "../shared/code-order.ts";
import { sumQuantities } from "../shared/commands.ts";
import { Icon } from "../shared/icon.tsx";
import { categoryNameOf } from "../shared/language.ts";
import { hasLeft } from "../shared/left-box.ts";
import { mayCall } from "../shared/rights.ts";
import { fillTemplate, formatAmount, formatList, renderAmountOf } from "../shared/text.tsx";
import { boxedActs, describeTotal, leaveBoxActs, placeActs } from "./acts.tsx";
import { type AttachmentCell, type BoxRow, boxRowsOf, missingAttachmentsIn } from "./box-rows.ts";
import { readRoute } from "./client.ts";
import { NamedFact, PlaceFact, renderErpSource, renderPlace } from "./facts.tsx";
import { formatShortCount, ItemTable } from "./item-table.tsx";
import { CodeLink, type ItemKey } from "./links.tsx";
import { LookupFrame } from "./lookup-frame.tsx";
import { PackingListButton } from "./packing-list-button.tsx";
import { renderActKeys, renderOpenAct } from "./row-acts.tsx";
import { setState } from "./store.ts";
import { useAnswer } from "./use-answer.ts";

const { box: boxWords, columns, kinds } = words;
type BoxInfo = RouteAnswer<"get-box-info">;

/** What a box lacks by the ERP; less than 0 if it has too many. */
const missingIn = ({ quantity, items_quantity }: BoxInfo) =>
  quantity === undefined ? 0 : sumQuantities(quantity, -items_quantity);

const leaveActs = (box: BoxInfo) => {
  const zongpais = box.items.map(({ zongpai }) => zongpai);
  // Only the first page of a large box is known.
  return box.cursor === undefined ? leaveBoxActs({ box, zongpais, missing: missingIn(box) }) : [];
};

/** `more`: the box has attachments that `cells` leaves out. */
type BoxFactsProps = {
  box: BoxInfo;
  isGone: boolean;
  cells: readonly AttachmentCell[];
  more: unknown;
};
const BoxFacts = ({ box, isGone, cells, more }: BoxFactsProps) => {
  const { quantity, columns: erpColumns, items_quantity, items } = box;
  const missing = missingIn(box);
  const missingAttachments = missingAttachmentsIn(cells);
  const erpValues = Object.values(erpColumns ?? {}).filter((value) => value !== null);
  return (
    <dl class="facts">
      {box.registered_at && <PlaceFact place={{ ...box, cleared: isGone }} who={box.who} />}
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

/** A line of the table: goods, or one of their attachments below them. */
type BoxLine = { readonly row: BoxRow; readonly cell?: AttachmentCell } & ItemKey;
const linesOf = (rows: readonly BoxRow[]): BoxLine[] =>
  rows.flatMap((row) => [
    { row, zongpai: row.zongpai },
    ...row.cells.map((cell) => ({ row, cell, zongpai: row.zongpai, category: cell.category })),
  ]);

const renderName = ({ row: { zongpai, product }, cell }: BoxLine) =>
  cell ? (
    <>
      <Icon name="attach" /> {categoryNameOf(cell.category)}
    </>
  ) : (
    <>
      <CodeLink kind="goods" code={zongpai} /> <span class="soft product">{product}</span>
    </>
  );

const renderQuantity = ({ row, cell }: BoxLine) => {
  if (!cell) return formatAmount(row.quantity);
  const { quantity, configured_quantity: total, boxed_quantity: boxed = quantity } = cell;
  return renderAmountOf(words.of, total === undefined ? quantity : boxed, total);
};

/** The place of goods, or what an attachment lacks. */
const renderPlaceOrLack = ({ row, cell }: BoxLine) => {
  if (!cell) return renderPlace(row);
  const { missing_quantity: missing = 0 } = cell;
  const count = formatAmount(missing);
  if (missing <= 0) return null;
  return <span class="lack">{fillTemplate(boxWords.lacks, { count })}</span>;
};

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

/** An attachment offers one act: set the quantity. */
const lineActs = (box: BoxInfo, { row, cell }: BoxLine) => {
  if (!cell) return goodsActs(box, row);
  const { category, quantity } = cell;
  if (!quantity) return [];
  return boxedActs({ box_no: box.box_no, zongpai: row.zongpai, category }, quantity).filter(
    ({ kind }) => kind === "setTo",
  );
};

export const BoxView = ({ code }: { code: string }) => {
  const result = useAnswer(async () => {
    const [{ answer: box, ...failed }, statusResult] = await Promise.all([
      readRoute("get-box-info", { box_no: code }),
      mayCall("get-box-status") ? readRoute("get-box-status", { box_no: code }) : undefined,
    ]);
    if (!box) return failed;
    setState({ erpCopyFrom: box.erp_as_of });
    const status = statusResult?.answer;
    const isGone = hasLeft(box, status);
    return { answer: { box, isGone, rows: boxRowsOf(box, status), more: status?.cursor } };
  });
  const { box, isGone = false, rows = [], more } = result?.answer ?? {};
  const headActs = box ? [...placeActs({ box_no: code }, box), ...leaveActs(box)] : [];
  const cells = rows.flatMap((row) => row.cells);
  return (
    <LookupFrame
      icon="box"
      code={code}
      name={kinds.box}
      result={result}
      acts={
        <>
          {box && rows.length > 0 && <PackingListButton boxes={[code]} />}
          {renderActKeys(headActs)}
        </>
      }
      openAct={renderOpenAct(headActs)}
      rows={
        box &&
        sortByCode([...box.items, ...box.entries], ({ zongpai }) => zongpai).map((item) => ({
          box_no: code,
          ...item,
        }))
      }
    >
      {box && <BoxFacts box={box} isGone={isGone} cells={cells} more={more} />}
      {box && rows.length === 0 && <p>{words.empty}</p>}
      {box && rows.length > 0 && (
        <ItemTable
          class="packed"
          caption={words.inTheBox}
          rows={linesOf(rows)}
          columns={[
            [kinds.goods, renderName],
            [columns.quantity, renderQuantity, "n"],
            [columns.stands, renderPlaceOrLack],
          ]}
          actsOn={(line) => lineActs(box, line)}
          classOf={({ cell }) => cell && "sub"}
        />
      )}
      {box?.cursor !== undefined && <p class="soft">{words.andMore}</p>}
    </LookupFrame>
  );
};
