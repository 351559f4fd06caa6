import * as settings from "site:settings";
import words from "site:words/board";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { sortByCode } from "../shared/code-order.ts";
import { FillBar } from "../shared/fill-bar.tsx";
import type { GoodsDetails } from "../shared/goods-details.ts";
import { siteNameOf } from "../shared/language.ts";
import { mayCall } from "../shared/rights.ts";
import { readGoodsDetails } from "../shared/service-reads.ts";
import { formatAmount, formatTime, renderAmountOf } from "../shared/text.tsx";
import { boxedActs, type DescribeTotal, describeTotal, placeActs } from "./acts.tsx";
import { hrefOf } from "./address.ts";
import { askMeOnce, readRoute } from "./client.ts";
import {
  NamedFact,
  PlaceFact,
  renderErpSource,
  renderPartOf,
  renderPlace,
  shownNameOf,
} from "./facts.tsx";
import { GoodsHistory, type HistoryEvent, lastSightingIn, readHistory } from "./history.tsx";
import { formatShortCount, ItemTable } from "./item-table.tsx";
import { CodeLink } from "./links.tsx";
import { LookupFrame } from "./lookup-frame.tsx";
import { renderActKeys, renderOpenAct } from "./row-acts.tsx";
import { setState } from "./store.ts";
import { useAnswer, usePagedList } from "./use-answer.ts";

const { goods: goodsWords, columns, kinds } = words;
type AttachmentLine = RouteAnswer<"get-attachment-status">["categories"][number];

type GoodsAndEvents = { goods: GoodsDetails; events: readonly HistoryEvent[] };
const GoodsFacts = ({ goods, events }: GoodsAndEvents) => {
  const { ordered_quantity: ordered, items_quantity: boxed } = goods;
  return (
    <dl class="facts">
      <PlaceFact place={goods} who={lastSightingIn(events)?.who} />
      {goods.erp_state !== undefined && (
        <NamedFact name={`${goodsWords.ordered} (ERP)`} notes={[renderErpSource(goods)]}>
          {formatAmount(ordered)}
        </NamedFact>
      )}
      <NamedFact
        name={columns.boxed}
        notes={[ordered !== undefined && <FillBar part={boxed} whole={ordered} />]}
      >
        {renderPartOf(formatShortCount(boxed, goods.isPart), ordered)}
      </NamedFact>
    </dl>
  );
};

/** Describes how many are boxed after an act, if the current number is known. */
const describeBoxed = ({
  items_quantity,
  ordered_quantity,
  isPart,
}: GoodsDetails): DescribeTotal | undefined =>
  isPart
    ? undefined
    : describeTotal(
        [words.afterwards.boxed, words.afterwards.boxedOf],
        items_quantity,
        ordered_quantity,
      );

type GoodsBoxesProps = GoodsAndEvents & { readonly zongpai: string };
const GoodsBoxes = ({ zongpai, goods, events }: GoodsBoxesProps) => {
  const describe = describeBoxed(goods);
  const rows = sortByCode(goods.boxes, ({ box_no }) => box_no)
    .filter(({ category }) => category === undefined)
    .map((box) => {
      const lastEvent = events.find(
        ({ box_no, to_box_no, category }) =>
          category === undefined && (box_no === box.box_no || to_box_no === box.box_no),
      );
      return { ...box, lastEvent };
    });
  if (rows.length === 0) return null;
  return (
    <>
      <ItemTable
        caption={words.boxes}
        rows={rows}
        columns={[
          [kinds.box, ({ box_no }) => <CodeLink kind="box" code={box_no} />],
          [columns.quantity, ({ quantity }) => formatAmount(quantity), "n"],
          [columns.stands, renderPlace],
          [columns.since, ({ lastEvent }) => lastEvent && formatTime(lastEvent.recorded_at)],
          [columns.by, ({ lastEvent }) => shownNameOf(lastEvent?.who)],
        ]}
        actsOn={({ box_no, quantity }) => boxedActs({ box_no, zongpai }, quantity, describe)}
      />
      {goods.more && <p class="soft">{words.andMore}</p>}
    </>
  );
};

const renderBoxed = ({ boxed_quantity: boxed, configured_quantity: total }: AttachmentLine) => (
  <>
    {total !== undefined && <FillBar part={boxed} whole={total} />}
    {renderAmountOf(words.of, boxed, total)}
  </>
);

const renderHeadroom = ({ headroom, configured }: AttachmentLine) =>
  headroom === undefined ? configured && words.noLimit : formatAmount(headroom);

const GoodsAttachments = ({ code, goods }: { code: string; goods: GoodsDetails }) => {
  const { categories: lines, erp_state } = goods;
  const actsOn = (line: AttachmentLine) =>
    line.registered_at ? placeActs({ zongpai: code, category: line.category }, line) : [];
  // The service accepts a configuration only for goods in the ERP.
  const isInErp = erp_state !== settings.absentInErp;
  const mayChange = isInErp && mayCall("put-attachment-config") && mayCall("get-attachment-status");
  if (lines.length === 0 && !mayChange) return null;
  return (
    <>
      <div class="apart caption">
        <h3 id="attachments">{kinds.attachments}</h3>
        {mayChange && <a href={hrefOf("attachments", code)}>{words.change}</a>}
      </div>
      {lines.length > 0 && (
        <ItemTable
          aria-labelledby="attachments"
          rows={lines}
          columns={[
            [columns.category, ({ label }) => siteNameOf(label)],
            [columns.boxed, renderBoxed],
            [words.open, renderHeadroom, "n"],
            [kinds.place, renderPlace],
            [columns.evidence, ({ evidence }) => siteNameOf(evidence)],
          ]}
          actsOn={actsOn}
        />
      )}
    </>
  );
};

export const GoodsView = ({ code }: { code: string }) => {
  const result = useAnswer(async () => {
    const [details] = await Promise.all([readGoodsDetails(readRoute, code), askMeOnce()]);
    if (details.answer) setState({ erpCopyFrom: details.answer.erp_as_of });
    return details;
  });
  const history = usePagedList(
    (cursor) => readHistory(code, cursor),
    ({ events }) => events,
  );
  const goods = result?.answer;
  const events = history.items;
  const acts = goods ? placeActs({ zongpai: code }, goods) : [];
  const savedRows = history.result?.answer ? events : goods?.boxes;
  return (
    <LookupFrame
      icon="goods"
      code={code}
      name={kinds.goods}
      result={history.result && result}
      acts={renderActKeys(acts)}
      openAct={renderOpenAct(acts)}
      rows={savedRows?.map((row) => ({ zongpai: code, ...row }))}
    >
      {goods && (
        <>
          {goods.product && <p>{goods.product}</p>}
          <GoodsFacts goods={goods} events={events} />
          {!goods.registered_at && goods.boxes.length + goods.categories.length === 0 && (
            <p>{words.empty}</p>
          )}
          <GoodsBoxes zongpai={code} goods={goods} events={events} />
          <GoodsAttachments code={code} goods={goods} />
          {history.result?.answer && <GoodsHistory {...history} />}
        </>
      )}
    </LookupFrame>
  );
};
