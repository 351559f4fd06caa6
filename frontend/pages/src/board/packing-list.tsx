import * as settings from "site:settings";
import words from "site:words/board";
import { render } from "preact";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { sortByCode } from "../shared/code-order.ts";
import { sumQuantities } from "../shared/commands.ts";
import { drawLabel, labelSymbologies, type SymbolDrawing } from "../shared/label-symbol.ts";
import { categoryNameOf } from "../shared/language.ts";
import { mayCall } from "../shared/rights.ts";
import { CodeText, fillTemplate, formatAmount, renderAmountOf } from "../shared/text.tsx";
import { type AttachmentCell, boxRowsOf, missingAttachmentsIn } from "./box-rows.ts";
import { readRoute } from "./client.ts";
import { readPages } from "./use-answer.ts";

const { packing, columns, kinds, box: boxWords } = words;

type BoxInfo = RouteAnswer<"get-box-info">;
type PackedBox = { readonly box: BoxInfo; readonly rows: ReturnType<typeof boxRowsOf> };

/** Everything in a box, page by page; `undefined` without an answer. */
const readPackedBox = async (box_no: string): Promise<PackedBox | undefined> => {
  const [first, status] = await Promise.all([
    readRoute("get-box-info", { box_no }),
    mayCall("get-box-status")
      ? readPages(
          (cursor) => readRoute("get-box-status", { box_no, cursor }),
          ({ items }) => items,
        )
      : undefined,
  ]);
  let box = first.answer;
  while (box?.cursor !== undefined) {
    const next = (await readRoute("get-box-info", { box_no, cursor: box.cursor })).answer;
    box = next && {
      ...box,
      items: [...box.items, ...next.items],
      entries: [...box.entries, ...next.entries],
      items_quantity: sumQuantities(box.items_quantity, next.items_quantity),
      cursor: next.cursor,
    };
  }
  if (!box || (status && !status.answer)) return undefined;
  return { box, rows: boxRowsOf(box, status?.answer) };
};

/** The code of a box, as this site's scanners read it. */
const symbolOf = (box_no: string): SymbolDrawing | undefined => {
  for (const symbology of labelSymbologies.toReversed())
    try {
      return drawLabel("box_no", box_no, symbology, settings.scan);
    } catch {
      // The site's scanners cannot read such a label.
    }
  return undefined;
};

const formatPrintTime = () =>
  new Intl.DateTimeFormat(document.documentElement.lang, {
    ...{ dateStyle: "medium", timeStyle: "short", hourCycle: "h23" },
  }).format();

const renderPaperPlace = ({ cleared, off_shelf, location }: BoxInfo) => {
  if (cleared) return words.acts.left;
  return off_shelf ? words.offShelf : <CodeText>{location ?? "–"}</CodeText>;
};

const Tick = () => (
  <td>
    <span class="tick-box" />
  </td>
);

const AttachmentRow = ({ cell }: { cell: AttachmentCell }) => {
  const { missing_quantity: missing = 0 } = cell;
  return (
    <tr class="sub">
      <td />
      <td>
        {categoryNameOf(cell.category)}
        {missing > 0 && <b>, {fillTemplate(boxWords.lacks, { count: formatAmount(missing) })}</b>}
      </td>
      <td class="n">{formatAmount(cell.quantity)}</td>
      <Tick />
    </tr>
  );
};

/** What a box lacks or has too many of; nothing if it is complete. */
const faultsOf = ({ quantity, items_quantity }: BoxInfo, attachments: number) => {
  const missing = quantity === undefined ? 0 : sumQuantities(quantity, -items_quantity);
  const counts = { pieces: formatAmount(Math.abs(missing)), count: formatAmount(attachments) };
  return [
    missing > 0 && fillTemplate(packing.lacksPieces, counts),
    missing < 0 && fillTemplate(packing.hasTooMany, counts),
    attachments > 0 && fillTemplate(packing.lacksAttachments, counts),
    quantity === undefined && packing.notCounted,
  ].filter(Boolean);
};

const Paper = ({ box, rows }: PackedBox) => {
  const symbol = symbolOf(box.box_no);
  const cells = rows.flatMap((row) => row.cells);
  const attachments = missingAttachmentsIn(cells);
  const held = cells.reduce((sum, { quantity }) => sumQuantities(sum, quantity), 0);
  const faults = faultsOf(box, attachments);
  const erpValues = Object.values(box.columns ?? {}).filter((value) => value !== null);
  return (
    <article class="paper" data-test="paper">
      <header>
        <div>
          <p>{packing.title}</p>
          <h1>
            <CodeText>{box.box_no}</CodeText>
          </h1>
          <p>{erpValues.join(", ")}</p>
        </div>
        {symbol && (
          <figure>
            <svg viewBox={`0 0 ${symbol.width} ${symbol.height}`} aria-hidden="true">
              <path d={symbol.path} />
            </svg>
            <figcaption>
              <CodeText>{box.box_no}</CodeText>
            </figcaption>
          </figure>
        )}
      </header>
      <dl>
        <div>
          <dt>{packing.pieces}</dt>
          <dd>{renderAmountOf(words.of, box.items_quantity, box.quantity)}</dd>
        </div>
        <div>
          <dt>{kinds.goods}</dt>
          <dd>{formatAmount(box.items.length)}</dd>
        </div>
        <div>
          <dt>{kinds.attachments}</dt>
          <dd>{renderAmountOf(words.of, held, sumQuantities(held, attachments))}</dd>
        </div>
        <div>
          <dt>{kinds.place}</dt>
          <dd>{renderPaperPlace(box)}</dd>
        </div>
      </dl>
      {faults.length > 0 && (
        <div class="not-complete">
          {faults.map((fault, at) => (
            <p key={at}>{fault}</p>
          ))}
        </div>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">{kinds.goods}</th>
            <th scope="col">{packing.product}</th>
            <th scope="col" class="n">
              {columns.quantity}
            </th>
            <th scope="col">{packing.checked}</th>
          </tr>
        </thead>
        {rows.map(({ zongpai, product, quantity, cells: ofGoods }) => (
          <tbody key={zongpai}>
            <tr>
              <th scope="row">
                <CodeText>{zongpai}</CodeText>
              </th>
              <td>{product}</td>
              <td class="n">{formatAmount(quantity)}</td>
              <Tick />
            </tr>
            {ofGoods.map((cell) => (
              <AttachmentRow key={cell.category} cell={cell} />
            ))}
          </tbody>
        ))}
        <tbody>
          <tr class="sum">
            <td />
            <td>{packing.inTheBox}</td>
            <td class="n">{formatAmount(box.items_quantity)}</td>
            <td />
          </tr>
        </tbody>
      </table>
      <footer>
        <div>{packing.packedBy}</div>
        <div>{packing.date}</div>
        <p>{fillTemplate(packing.printed, { time: formatPrintTime() })}</p>
      </footer>
    </article>
  );
};

let container: HTMLElement | undefined;
const removePapers = () => {
  container?.remove();
  container = undefined;
};

/** Prints the packing lists of these boxes. `false` if the service did not answer for one of them: then nothing is printed. */
export const printPackingLists = async (boxes: readonly string[]): Promise<boolean> => {
  const packed: PackedBox[] = [];
  // One after the other: a day may have many boxes.
  for (const box_no of sortByCode(boxes, String)) {
    const one = await readPackedBox(box_no);
    if (!one) return false;
    packed.push(one);
  }
  removePapers();
  container = document.createElement("div");
  container.className = "papers";
  render(
    packed.map((one) => <Paper key={one.box.box_no} {...one} />),
    document.body.appendChild(container),
  );
  // Some browsers return from print() before they have printed.
  addEventListener("afterprint", removePapers, { once: true });
  print();
  return true;
};
