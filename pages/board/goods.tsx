import words from "site:words/board";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { FillBar } from "../shared/fill-bar.tsx";
import type { GoodsDetails as All } from "../shared/goods-details.ts";
import { siteNameOf } from "../shared/language.ts";
import { mayCall } from "../shared/rights.ts";
import { readGoodsDetails } from "../shared/service-reads.ts";
import { fillTemplate, formatAmount, formatTime, renderAmountOf } from "../shared/text.tsx";
import { hrefOf } from "./address.ts";
import { askMeOnce, readRoute } from "./client.ts";
import { GoodsHistory, type HistoryEvent, lastSightingIn, readHistory } from "./history.tsx";
import { LookupFrame } from "./lookup-frame.tsx";
import {
  CodeLink,
  formatShortCount,
  ItemTable,
  NamedFact,
  PlaceFact,
  renderErpSource,
  renderPlace,
  shownNameOf,
} from "./parts.tsx";
import { setState } from "./store.ts";
import { useAnswer, usePagedList } from "./use-answer.ts";

const { goods: goodsWords, columns, kinds } = words;
type AttachmentLine = RouteAnswer<"get-attachment-status">["categories"][number];

type GoodsAndEvents = { goods: All; events: readonly HistoryEvent[] };
const GoodsFacts = ({ goods, events }: GoodsAndEvents) => {
  const { ordered_quantity: ordered, items_quantity: boxed } = goods;
  return (
    <dl class="row facts">
      <PlaceFact of={goods} who={lastSightingIn(events)?.who} />
      {goods.erp_state !== undefined && (
        <NamedFact name={`${goodsWords.ordered} (ERP)`} soft={[renderErpSource(goods)]}>
          {formatAmount(ordered)}
        </NamedFact>
      )}
      <NamedFact
        name={columns.boxed}
        soft={[
          ordered !== undefined && (
            <>
              <FillBar part={boxed} whole={ordered} />
              {fillTemplate(words.left, { count: formatAmount(Math.max(0, ordered - boxed)) })}
            </>
          ),
        ]}
      >
        {formatShortCount(boxed, goods.isPart)}
      </NamedFact>
    </dl>
  );
};

const GoodsBoxes = ({ goods, events }: GoodsAndEvents) => {
  const rows = goods.boxes
    .filter(({ category }) => category === undefined)
    .map((box) => ({
      ...box,
      last: events.find(
        ({ box_no, to_box_no, category }) =>
          category === undefined && (box_no === box.box_no || to_box_no === box.box_no),
      ),
    }));
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
          [columns.since, ({ last }) => last && formatTime(last.recorded_at)],
          [columns.by, ({ last }) => shownNameOf(last?.who)],
        ]}
      />
      {goods.more && <p class="soft">{words.andMore}</p>}
    </>
  );
};

const renderHeadroom = ({ headroom, configured, boxed_quantity: boxed }: AttachmentLine) => {
  if (headroom === undefined) return configured && words.noLimit;
  return (
    <>
      <FillBar part={boxed} whole={boxed + headroom} />
      {formatAmount(headroom)}
    </>
  );
};

const GoodsAttachments = ({ code, lines }: { code: string; lines: readonly AttachmentLine[] }) => {
  const change = mayCall("put-attachment-config") && mayCall("get-attachment-status");
  if (lines.length === 0 && !change) return null;
  return (
    <>
      <div class="apart caption">
        <h3 id="attachments">{kinds.attachments}</h3>
        {change && <a href={hrefOf("attachments", code)}>{words.change}</a>}
      </div>
      {lines.length > 0 && (
        <ItemTable
          aria-labelledby="attachments"
          rows={lines}
          columns={[
            [columns.category, ({ label }) => siteNameOf(label)],
            [columns.evidence, ({ evidence }) => siteNameOf(evidence)],
            [kinds.place, renderPlace],
            [
              columns.boxed,
              (line) => renderAmountOf(words.of, line.boxed_quantity, line.configured_quantity),
              "n",
            ],
            [words.open, renderHeadroom],
          ]}
        />
      )}
    </>
  );
};

export const GoodsView = ({ code }: { code: string }) => {
  const found = useAnswer(async () => {
    const [goods] = await Promise.all([readGoodsDetails(readRoute, code), askMeOnce()]);
    if (goods.answer) setState({ copyFrom: goods.answer.erp_as_of });
    return goods;
  });
  const history = usePagedList(
    (cursor) => readHistory(code, cursor),
    ({ events }) => events,
  );
  const goods = found?.answer;
  const events = history.all;
  return (
    <LookupFrame
      icon="goods"
      code={code}
      name={kinds.goods}
      of={history.found && found}
      rows={(history.found?.answer ? events : goods?.boxes)?.map((one) => ({
        zongpai: code,
        ...one,
      }))}
    >
      {goods && (
        <>
          <GoodsFacts goods={goods} events={events} />
          {!goods.registered_at && goods.boxes.length + goods.categories.length === 0 && (
            <p>{words.empty}</p>
          )}
          <GoodsBoxes goods={goods} events={events} />
          <GoodsAttachments code={code} lines={goods.categories} />
          {history.found?.answer && <GoodsHistory {...history} />}
        </>
      )}
    </LookupFrame>
  );
};
