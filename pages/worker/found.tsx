import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../shared/icon.tsx";
import { amount, Code, fill, sentence, time } from "../shared/text.tsx";
import { Trail } from "./band.tsx";
import { codesOf } from "./lines.tsx";
import { type Found as FoundState, state } from "./store.ts";

const { found: say, headroom } = words;
const icons = { zongpai: "goods", box_no: "box", location: "shelf" } as const satisfies Record<string, IconName>;

type RowProps = { readonly code?: string; readonly name?: string; readonly number?: ComponentChildren };
const Row = ({ code, name, number }: RowProps) => (
  <li>
    {code ? <Code>{code}</Code> : name}
    {number !== undefined && <span class="n">{number}</span>}
  </li>
);

const Part = ({ title, right, children }: { title: string; right?: ComponentChildren; children: ComponentChildren }) => (
  <>
    <h3 class="apart">
      {title} <span>{right}</span>
    </h3>
    <ul class="lines">{children}</ul>
  </>
);

type Places = NonNullable<FoundState["places"]>;

/** Where goods are, in which boxes, and what goes with them. */
const Goods = ({ places, attachments }: { places: Places; attachments: FoundState["attachments"] }) => {
  const { locations, off_shelf, boxes = [] } = places;
  const shelf = locations.find(({ items }) => items.some(({ category }) => !category));
  const item = [...(shelf?.items ?? []), ...off_shelf.items].find(({ category }) => !category);
  const own = boxes.filter(({ category }) => !category);
  return (
    <>
      {item ? (
        <p class="row place">
          <Icon name={shelf ? "shelf" : "floor"} />
          {shelf ? <Code>{shelf.location}</Code> : <span>{item.location ?? words.acts.offShelf}</span>}
        </p>
      ) : (
        <p class="place">{say.nowhere}</p>
      )}
      {item && <p class="soft">{fill(say.since, { time: time(item.registered_at) })}</p>}
      {own.length > 0 && (
        <Part title={say.inBoxes} right={amount(own.reduce((sum, { quantity }) => sum + quantity, 0))}>
          {own.map(({ box_no, quantity }) => (
            <Row key={box_no} code={box_no} number={amount(quantity)} />
          ))}
        </Part>
      )}
      {attachments && attachments.categories.length > 0 && (
        <Part title={say.attachments} right={say.left}>
          {attachments.categories.map(({ category, label, headroom: left, configured_quantity: total }) => (
            <Row
              key={category}
              name={label}
              number={
                left === undefined
                  ? headroom.noLimit
                  : total === undefined
                    ? amount(left)
                    : fill(say.of, { count: amount(left), total: amount(total) })
              }
            />
          ))}
        </Part>
      )}
    </>
  );
};

/** What is in a box, and what the ERP says should be. */
const Box = ({ box }: { box: NonNullable<FoundState["box"]> }) => {
  const { quantity, items_quantity, items, entries, erp_as_of } = box;
  const categories = state().categories;
  return (
    <>
      <p class="place">
        <b>{quantity === undefined ? amount(items_quantity) : fill(say.of, { count: amount(items_quantity), total: amount(quantity) })}</b>
      </p>
      <p class="soft">{quantity === undefined ? say.noErp : erp_as_of ? fill(say.copyFrom, { time: time(erp_as_of) }) : say.goods}</p>
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
                {categories.find(({ category }) => category === entry.category)?.label ?? entry.category} <Code>{entry.zongpai}</Code>
              </span>
              <span class="n">{amount(entry.quantity)}</span>
            </li>
          ))}
        </Part>
      )}
    </>
  );
};

/** What lies on a shelf. */
const Shelf = ({ places }: { places: Places }) => {
  const items = places.locations.flatMap((group) => group.items);
  return (
    <>
      <Part title={say.onTheShelf} right={amount(items.length)}>
        {items.map(({ zongpai, category, registered_at }) => (
          <Row key={`${zongpai} ${category}`} code={zongpai} number={time(registered_at)} />
        ))}
        {items.length === 0 && <Row name={say.empty} />}
      </Part>
      {places.cursor && <p class="soft">{say.more}</p>}
    </>
  );
};

/** What was looked up: what it is, where, how much. */
export const Found = () => {
  const { found, told } = state();
  if (!found) return null;
  const { label, asking, silent, sentence: refusal, places, attachments, box } = found;
  return (
    <section class="found" aria-labelledby="found" aria-busy={asking}>
      <h2 class="row" id="found">
        <Icon name={icons[label.kind]} />
        <Code>{label.value}</Code>
      </h2>
      {asking && <p class="soft">{words.next.loading}</p>}
      {refusal && <p>{sentence(refusal, [label.value])}</p>}
      {silent && <p class="soft">{say.cannotAsk}</p>}
      {silent && <Trail told={told.filter(({ scan }) => codesOf(scan).includes(label.value))} label={words.labels.here} whole />}
      {places && label.kind === "zongpai" && <Goods places={places} attachments={attachments} />}
      {places && label.kind === "location" && <Shelf places={places} />}
      {box && <Box box={box} />}
    </section>
  );
};
