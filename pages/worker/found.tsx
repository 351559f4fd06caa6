import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { categoryName } from "../shared/category-name.ts";
import { Icon } from "../shared/icon.tsx";
import { thingOf } from "../shared/labels.ts";
import { amount, amountOf, Code, fill, sentence, time } from "../shared/text.tsx";
import { Trail } from "./band.tsx";
import { codesOf } from "./lines.tsx";
import { type Found as FoundState, state } from "./store.ts";

const { found: say, headroom } = words;

type RowProps = {
  readonly code?: string;
  readonly name?: string;
  readonly number?: ComponentChildren;
};
const Row = ({ code, name, number }: RowProps) => (
  <li>
    {code ? <Code>{code}</Code> : name}
    {number !== undefined && <span class="n">{number}</span>}
  </li>
);

const Part = ({
  title,
  right,
  children,
}: {
  title: string;
  right?: ComponentChildren;
  children: ComponentChildren;
}) => (
  <>
    <h3 class="apart">
      {title} <span>{right}</span>
    </h3>
    <ul class="lines">{children}</ul>
  </>
);

const Goods = ({ goods }: { goods: NonNullable<FoundState["goods"]> }) => {
  const {
    location,
    off_shelf,
    registered_at,
    items_quantity,
    ordered_quantity,
    boxes,
    categories,
  } = goods;
  return (
    <>
      {registered_at ? (
        <p class="row place">
          <Icon name={off_shelf ? "floor" : "shelf"} />
          {location && !off_shelf ? (
            <Code>{location}</Code>
          ) : (
            <span>{location ?? words.acts.offShelf}</span>
          )}
        </p>
      ) : (
        <p class="place none">{say.nowhere}</p>
      )}
      {registered_at && <p class="soft">{fill(say.since, { time: time(registered_at) })}</p>}
      {(boxes.length > 0 || ordered_quantity !== undefined) && (
        <Part title={say.inBoxes} right={amountOf(say.of, items_quantity, ordered_quantity)}>
          {boxes
            .filter(({ category }) => category === undefined)
            .map(({ box_no, quantity }) => (
              <Row key={box_no} code={box_no} number={amount(quantity)} />
            ))}
        </Part>
      )}
      {categories.length > 0 && (
        <Part title={say.attachments} right={say.left}>
          {categories.map(
            ({ category, label, configured, headroom: left, configured_quantity: total }) => (
              <Row
                key={category}
                name={label}
                number={
                  left === undefined
                    ? configured
                      ? headroom.noLimit
                      : ""
                    : amountOf(say.of, left, total)
                }
              />
            ),
          )}
        </Part>
      )}
    </>
  );
};

const Box = ({ box }: { box: NonNullable<FoundState["box"]> }) => {
  const { quantity, items_quantity, items, entries, erp_as_of } = box;
  return (
    <>
      <p class="place">
        <b>{amountOf(say.of, items_quantity, quantity)}</b>
      </p>
      <p class="soft">
        {quantity === undefined
          ? say.noErp
          : erp_as_of
            ? fill(say.copyFrom, { time: time(erp_as_of) })
            : say.goods}
      </p>
      <Part title={say.inTheBox} right={say.goods}>
        {items.map((item) => (
          <Row key={item.zongpai} code={item.zongpai} number={amount(item.quantity)} />
        ))}
        {items.length === 0 && <Row name={say.empty} />}
      </Part>
      {entries.length > 0 && (
        <Part title={say.attachments}>
          {entries.map((entry) => (
            <li key={`${entry.zongpai} ${entry.category}`}>
              <span>
                {categoryName(entry.category)} <Code>{entry.zongpai}</Code>
              </span>
              <span class="n">{amount(entry.quantity)}</span>
            </li>
          ))}
        </Part>
      )}
    </>
  );
};

const Shelf = ({ shelf }: { shelf: NonNullable<FoundState["shelf"]> }) => {
  const items = shelf.locations.flatMap((group) => group.items);
  return (
    <>
      <Part title={say.onTheShelf} right={amount(items.length)}>
        {items.map(({ zongpai, category, registered_at }) => (
          <li key={`${zongpai} ${category}`}>
            <span>
              {category !== undefined && `${categoryName(category)} `}
              <Code>{zongpai}</Code>
            </span>
            <span class="n">{time(registered_at)}</span>
          </li>
        ))}
        {items.length === 0 && <Row name={say.empty} />}
      </Part>
      {shelf.cursor && <p class="soft">{say.more}</p>}
    </>
  );
};

export const Found = () => {
  const { found, results } = state();
  if (!found) return null;
  const { label, asking, silent, sentence: refusal, goods, shelf, box } = found;
  const scanned = results.filter(({ scan }) => codesOf(scan).includes(label.value));
  return (
    <section class="found" aria-labelledby="found" aria-busy={asking}>
      <h2 class="row" id="found">
        <Icon name={thingOf[label.kind]} />
        <Code>{label.value}</Code>
      </h2>
      {asking && <p class="soft">{words.next.loading}</p>}
      {refusal && <p>{sentence(refusal, [label.value])}</p>}
      {silent && <p class="soft">{say.cannotAsk}</p>}
      {silent && scanned.length > 0 && <p class="soft">{say.scannedHere}</p>}
      {silent && <Trail results={scanned} label={words.labels.here} whole />}
      {goods && <Goods goods={goods} />}
      {shelf && <Shelf shelf={shelf} />}
      {box && <Box box={box} />}
    </section>
  );
};
