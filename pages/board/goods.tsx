import words from "site:words/board";
import { Bar } from "../shared/bar.tsx";
import type { Goods as All } from "../shared/goods.ts";
import { called } from "../shared/language.ts";
import { may, surelyMay } from "../shared/may.ts";
import { amount, amountOf, fill, time } from "../shared/text.tsx";
import { linkTo } from "./address.ts";
import { History } from "./history.tsx";
import { Columns, Link, named } from "./parts.tsx";
import type { Event, Line, List } from "./store.ts";

const { goods: say, columns, kinds } = words;

export const placeOf = (
  { location, off_shelf }: Pick<All, "location" | "off_shelf">,
  without: string,
) => {
  if (off_shelf) return location ?? words.offShelf;
  return location === undefined ? without : <Link kind="shelf" code={location} />;
};

/** The fact of a place; `who`: by whom, if that is known. */
export const Place = ({
  of,
  who,
}: {
  of: Pick<All, "location" | "off_shelf" | "registered_at">;
  who?: string;
}) => (
  <div>
    <dt>{kinds.place}</dt>
    <dd>{placeOf(of, words.nowhere)}</dd>
    {of.registered_at && (
      <dd class="soft">
        {fill(who ? words.sinceBy : words.since, { time: time(of.registered_at), who })}
      </dd>
    )}
  </div>
);

type OfGoods = { readonly goods: All; readonly events: readonly Event[] };
const Facts = ({ goods, events }: OfGoods) => {
  const { erp_state, erp_as_of, ordered_quantity: ordered, items_quantity: boxed } = goods;
  const seen = events.find((one) => one.registered_at && !one.stays && one.category === undefined);
  return (
    <dl class="row facts">
      <Place of={goods} who={named ? seen?.who : undefined} />
      {erp_state !== undefined && (
        <div>
          <dt>{say.ordered}</dt>
          <dd class="n">{ordered === undefined ? "–" : amount(ordered)}</dd>
          <dd class="soft">
            {erp_as_of
              ? fill(words.copyFrom, { time: time(erp_as_of) })
              : `ERP: ${called(erp_state)}`}
          </dd>
        </div>
      )}
      <div>
        <dt>{columns.boxed}</dt>
        <dd class="n">{amount(boxed)}</dd>
        {ordered !== undefined && (
          <dd class="soft">
            <Bar part={boxed} whole={ordered} />
            {fill(words.left, { count: amount(Math.max(0, ordered - boxed)) })}
          </dd>
        )}
      </div>
    </dl>
  );
};

const Boxes = ({ goods, events }: OfGoods) => {
  const last = (code: string) =>
    events.find(
      ({ box_no, to_box_no, category }) =>
        category === undefined && (box_no === code || to_box_no === code),
    );
  const boxes = goods.boxes.filter(({ category }) => category === undefined);
  if (boxes.length === 0) return null;
  const stand = boxes.some(({ registered_at }) => registered_at);
  const known = events.length > 0;
  return (
    <>
      <table class={known ? undefined : "narrow"}>
        <caption>{words.boxes}</caption>
        <Columns
          of={[
            kinds.box,
            { name: columns.quantity, class: "n" },
            stand && columns.stands,
            known && columns.since,
            known && named && columns.by,
          ]}
        />
        <tbody>
          {boxes.map((box) => {
            const event = last(box.box_no);
            return (
              <tr key={box.box_no}>
                <td>
                  <Link kind="box" code={box.box_no} />
                </td>
                <td class="n">{amount(box.quantity)}</td>
                {stand && <td>{placeOf(box, words.nowhere)}</td>}
                {known && <td>{event && time(event.recorded_at)}</td>}
                {known && named && <td>{event?.who}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      {goods.more && <p class="soft">{words.andMore}</p>}
    </>
  );
};

const Category = ({ line }: { line: Line }) => {
  const { label, evidence, configured, headroom } = line;
  const { boxed_quantity: boxed, configured_quantity: total } = line;
  return (
    <tr>
      <th scope="row">{called(label)}</th>
      <td>{called(evidence)}</td>
      <td>{placeOf(line, "–")}</td>
      <td class="n">{amountOf(words.of, boxed, total)}</td>
      <td>
        {headroom === undefined ? (
          configured && words.noLimit
        ) : (
          <>
            <Bar part={boxed} whole={boxed + headroom} />
            {amount(headroom)}
          </>
        )}
      </td>
    </tr>
  );
};

type AttachmentsProps = { readonly zongpai: string; readonly categories: readonly Line[] };
const Attachments = ({ zongpai, categories }: AttachmentsProps) => {
  const change = surelyMay("put-attachment-config") && may("get-attachment-status");
  if (categories.length === 0 && !change) return null;
  return (
    <>
      <div class="apart caption">
        <h3 id="attachments">{kinds.attachments}</h3>
        {change && <a href={linkTo("attachments", zongpai)}>{words.change}</a>}
      </div>
      {categories.length > 0 && (
        <table aria-labelledby="attachments">
          <Columns
            of={[
              columns.category,
              columns.evidence,
              kinds.place,
              { name: columns.boxed, class: "n" },
              words.open,
            ]}
          />
          <tbody>
            {categories.map((line) => (
              <Category key={line.category} line={line} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
};

type GoodsProps = { readonly zongpai: string; readonly goods: All; readonly history?: List<Event> };
export const Goods = ({ zongpai, goods, history }: GoodsProps) => {
  const events = history?.all ?? [];
  const isNew =
    goods.registered_at === undefined && goods.boxes.length === 0 && goods.categories.length === 0;
  return (
    <>
      <Facts goods={goods} events={events} />
      {isNew && <p>{words.empty}</p>}
      <Boxes goods={goods} events={events} />
      <Attachments zongpai={zongpai} categories={goods.categories} />
      {history && <History {...history} />}
    </>
  );
};
