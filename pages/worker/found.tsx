import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { Icon } from "../shared/icon.tsx";
import { thingOf } from "../shared/labels.ts";
import { called } from "../shared/language.ts";
import { may } from "../shared/may.ts";
import { amount, amountOf, Code, fill, sentence, time } from "../shared/text.tsx";
import { boxActs, Deeds, placeActs } from "./acts.tsx";
import { Trail } from "./band.tsx";
import { Line, Pieces } from "./pieces.tsx";
import { codesOf } from "./rows.ts";
import { type Found as FoundState, state } from "./store.ts";
import { checkShelf, lookUpLabel, push } from "./take.ts";

const { found: say } = words;

const Part = ({
  title,
  right,
  lines,
  children,
}: {
  title: string;
  right?: ComponentChildren;
  lines?: boolean;
  children?: ComponentChildren;
}) => (
  <>
    <h3 class="apart">
      {title} <span>{right}</span>
    </h3>
    {children && <ul class={lines ? "lines" : undefined}>{children}</ul>}
  </>
);

type Place = Pick<NonNullable<FoundState["goods"]>, "location" | "off_shelf" | "registered_at">;

/** Where goods or a box are, and since when. */
const Stands = ({ place: { location, off_shelf, registered_at } }: { place: Place }) =>
  registered_at ? (
    <>
      <p class="row place">
        <Icon name={off_shelf ? "floor" : "shelf"} />
        {location && !off_shelf ? (
          <Code>{location}</Code>
        ) : (
          <span>{location ?? words.offShelf}</span>
        )}
      </p>
      <p class="soft">{fill(words.since, { time: time(registered_at) })}</p>
    </>
  ) : (
    <p class="place none">{words.nowhere}</p>
  );

const Goods = ({
  zongpai,
  goods,
}: {
  zongpai: string;
  goods: NonNullable<FoundState["goods"]>;
}) => {
  const { off_shelf, registered_at, items_quantity, ordered_quantity, boxes, categories } = goods;
  return (
    <>
      <Stands place={goods} />
      {registered_at && <Deeds acts={placeActs(zongpai, undefined, off_shelf)} />}
      {(boxes.length > 0 || ordered_quantity !== undefined) && (
        <Part title={words.boxes} right={amountOf(words.of, items_quantity, ordered_quantity)}>
          {boxes.map(({ box_no, category, quantity, location }) => (
            <Line
              key={`${box_no} ${category}`}
              icon="box"
              code={box_no}
              category={category}
              number={
                <>
                  {location && <span class="soft">{location} </span>}
                  {amount(quantity)}
                </>
              }
              run={() => push({ is: "row", of: { box_no, zongpai, category }, held: quantity })}
            />
          ))}
        </Part>
      )}
      {categories.length > 0 && (
        <Part title={words.kinds.attachments} right={words.open} lines>
          {categories.map(
            ({ category, label, configured, headroom: left, configured_quantity: total }) => (
              <li key={category}>
                {called(label)}
                <span class="n">
                  {left === undefined
                    ? configured
                      ? words.noLimit
                      : ""
                    : amountOf(words.of, left, total)}
                </span>
              </li>
            ),
          )}
        </Part>
      )}
    </>
  );
};

const Box = ({ box }: { box: NonNullable<FoundState["box"]> }) => {
  const { box_no, quantity, items_quantity, items, entries, erp_as_of } = box;
  return (
    <>
      {(box.registered_at || may("post-box-location")) && <Stands place={box} />}
      {box.registered_at && <Deeds acts={boxActs(box_no, box.off_shelf)} />}
      <p class="place">
        <b>{amountOf(words.of, items_quantity, quantity)}</b>
      </p>
      <p class="soft">
        {quantity === undefined
          ? say.noErp
          : erp_as_of
            ? fill(words.copyFrom, { time: time(erp_as_of) })
            : say.goods}
      </p>
      <Part title={words.inTheBox}>
        <Pieces box_no={box_no} pieces={[...items, ...entries]} />
      </Part>
      {items.length + entries.length === 0 && <p>{words.empty}</p>}
      {box.cursor && <p class="soft">{words.andMore}</p>}
    </>
  );
};

type ShelfProps = { readonly location: string; readonly shelf: NonNullable<FoundState["shelf"]> };
const Shelf = ({ location, shelf }: ShelfProps) => {
  const items = shelf.locations.flatMap((group) => group.items);
  const boxes = shelf.locations.flatMap((group) => group.boxes ?? []);
  return (
    <>
      <Deeds acts={[{ icon: "check", word: words.acts.check, run: () => checkShelf(location) }]} />
      <Part title={words.onTheShelf} right={amount(items.length)}>
        {items.map(({ zongpai, category, registered_at }) => (
          <Line
            key={`${zongpai} ${category}`}
            icon={category === undefined ? "goods" : "attach"}
            code={zongpai}
            category={category}
            number={<time>{time(registered_at)}</time>}
            run={() => push({ is: "row", of: { zongpai, category }, held: 1 })}
          />
        ))}
        {boxes.map(({ box_no, registered_at }) => (
          <Line
            key={box_no}
            icon="box"
            code={box_no}
            number={<time>{time(registered_at)}</time>}
            run={() => lookUpLabel({ kind: "box_no", value: box_no })}
          />
        ))}
      </Part>
      {items.length + boxes.length === 0 && <p>{words.empty}</p>}
      {shelf.cursor && <p class="soft">{words.andMore}</p>}
    </>
  );
};

export const Found = () => {
  const { found, rows } = state();
  if (!found) return null;
  const { label, asking, silent, sentence: refusal, goods, shelf, box } = found;
  const scanned = rows.filter((row) => codesOf(row).includes(label.value));
  return (
    <section class="found" aria-labelledby="found" aria-busy={asking}>
      <h2 class="row" id="found">
        <Icon name={thingOf[label.kind]} />
        <Code>{label.value}</Code>
      </h2>
      {asking && !(goods || shelf || box) && <p class="soft">{words.asking}</p>}
      {refusal && <p>{sentence(refusal, [label.value])}</p>}
      {silent && <p class="soft">{words.states.unanswered}</p>}
      {silent && scanned.length > 0 && <p class="soft">{say.scannedHere}</p>}
      {silent && <Trail rows={scanned} label={say.scannedHere} whole />}
      {goods && <Goods zongpai={label.value} goods={goods} />}
      {shelf && <Shelf location={label.value} shelf={shelf} />}
      {box && <Box box={box} />}
    </section>
  );
};
