import words from "site:words/board";
import type { Answer } from "#lib/page/requests.ts";
import { Bar } from "../shared/bar.tsx";
import type { Goods as All } from "../shared/goods.ts";
import { called } from "../shared/language.ts";
import { may } from "../shared/may.ts";
import { readGoods } from "../shared/read.ts";
import { amount, amountOf, fill, time } from "../shared/text.tsx";
import { linkTo } from "./address.ts";
import { useAnswer, useList } from "./answer.ts";
import { askOnce, read } from "./client.ts";
import { Frame } from "./frame.tsx";
import { askHistory, type Event, History, seenIn } from "./history.tsx";
import { count, Fact, Link, nameOf, Place, placeOf, sourceOf, Table } from "./parts.tsx";
import { set } from "./store.ts";

const { goods: say, columns, kinds } = words;
type Line = Answer<"get-attachment-status">["categories"][number];

type OfGoods = { goods: All; events: readonly Event[] };
const Facts = ({ goods, events }: OfGoods) => {
  const { ordered_quantity: ordered, items_quantity: boxed } = goods;
  return (
    <dl class="row facts">
      <Place of={goods} who={seenIn(events)?.who} />
      {goods.erp_state !== undefined && (
        <Fact name={`${say.ordered} (ERP)`} soft={[sourceOf(goods)]}>
          {amount(ordered)}
        </Fact>
      )}
      <Fact
        name={columns.boxed}
        soft={[
          ordered !== undefined && (
            <>
              <Bar part={boxed} whole={ordered} />
              {fill(words.left, { count: amount(Math.max(0, ordered - boxed)) })}
            </>
          ),
        ]}
      >
        {count(boxed, goods.isPart)}
      </Fact>
    </dl>
  );
};

const Boxes = ({ goods, events }: OfGoods) => {
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
      <Table
        caption={words.boxes}
        rows={rows}
        columns={[
          [kinds.box, ({ box_no }) => <Link kind="box" code={box_no} />],
          [columns.quantity, ({ quantity }) => amount(quantity), "n"],
          [columns.stands, placeOf],
          [columns.since, ({ last }) => last && time(last.recorded_at)],
          [columns.by, ({ last }) => nameOf(last?.who)],
        ]}
      />
      {goods.more && <p class="soft">{words.andMore}</p>}
    </>
  );
};

const openOf = ({ headroom, configured, boxed_quantity: boxed }: Line) => {
  if (headroom === undefined) return configured && words.noLimit;
  return (
    <>
      <Bar part={boxed} whole={boxed + headroom} />
      {amount(headroom)}
    </>
  );
};

const Attachments = ({ code, lines }: { code: string; lines: readonly Line[] }) => {
  const change = may("put-attachment-config") && may("get-attachment-status");
  if (lines.length === 0 && !change) return null;
  return (
    <>
      <div class="apart caption">
        <h3 id="attachments">{kinds.attachments}</h3>
        {change && <a href={linkTo("attachments", code)}>{words.change}</a>}
      </div>
      {lines.length > 0 && (
        <Table
          aria-labelledby="attachments"
          rows={lines}
          columns={[
            [columns.category, ({ label }) => called(label)],
            [columns.evidence, ({ evidence }) => called(evidence)],
            [kinds.place, placeOf],
            [
              columns.boxed,
              (line) => amountOf(words.of, line.boxed_quantity, line.configured_quantity),
              "n",
            ],
            [words.open, openOf],
          ]}
        />
      )}
    </>
  );
};

export const Goods = ({ code }: { code: string }) => {
  const found = useAnswer(async () => {
    const [goods] = await Promise.all([readGoods(read, code), askOnce()]);
    if (goods.answer) set({ copyFrom: goods.answer.erp_as_of });
    return goods;
  });
  const history = useList(
    (cursor) => askHistory(code, cursor),
    ({ events }) => events,
  );
  const goods = found?.answer;
  const events = history.all;
  return (
    <Frame
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
          <Facts goods={goods} events={events} />
          {!goods.registered_at && goods.boxes.length + goods.categories.length === 0 && (
            <p>{words.empty}</p>
          )}
          <Boxes goods={goods} events={events} />
          <Attachments code={code} lines={goods.categories} />
          {history.found?.answer && <History {...history} />}
        </>
      )}
    </Frame>
  );
};
