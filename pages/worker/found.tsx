import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { Icon } from "../shared/icon.tsx";
import { thingOf } from "../shared/labels.ts";
import { called } from "../shared/language.ts";
import { may } from "../shared/may.ts";
import { amount, amountOf, Code, counted, fill, sentence, time } from "../shared/text.tsx";
import { Acts, placeActs } from "./acts.tsx";
import { Trail } from "./band.tsx";
import { Line } from "./button.tsx";
import { piecesOf } from "./in-hand.tsx";
import { codesOf, type Placed } from "./rows.ts";
import { type Found as FoundState, type Label, state } from "./store.ts";
import { checkShelf, lookUpLabel, push } from "./take.ts";

const { found: say } = words;

/** A heading with its rows; `of` is what may be empty or go on. */
const part = (
  title: string,
  right: ComponentChildren,
  rows: readonly ComponentChildren[],
  of?: { readonly cursor?: string | undefined; readonly more?: boolean | undefined },
  list?: string,
) => (
  <>
    <h3 class="apart">
      {title} <span>{right}</span>
    </h3>
    <ul class={list}>{rows}</ul>
    {of && rows.length === 0 && <p>{words.empty}</p>}
    {(of?.cursor || of?.more) && <p class="soft">{words.andMore}</p>}
  </>
);

type Place = Readonly<{ location?: string; off_shelf?: boolean; registered_at?: string }>;

const stands = ({ location, off_shelf, registered_at }: Place, of: Placed) =>
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
      <Acts acts={placeActs(of, off_shelf)} />
    </>
  ) : (
    <p class="place none">{words.nowhere}</p>
  );

type Of<Name extends keyof FoundState> = NonNullable<FoundState[Name]>;

const ofGoods = (zongpai: string, goods: Of<"goods">) => {
  const { items_quantity, isPart, ordered_quantity, boxes, more, categories } = goods;
  const rows = boxes.map(({ box_no, category, quantity, location }) => (
    <Line
      key={`${box_no} ${category}`}
      icon="box"
      item={{ zongpai: box_no, category }}
      right={
        <>
          {location && <span class="soft">{location} </span>}
          {amount(quantity)}
        </>
      }
      run={() => push({ is: "row", of: { box_no, zongpai, category }, held: quantity })}
    />
  ));
  const open = categories.map(
    ({ category, label, configured, headroom, configured_quantity: total }) => (
      <li key={category}>
        {called(label)}
        <span class="n">
          {headroom === undefined
            ? configured && words.noLimit
            : amountOf(words.of, headroom, total)}
        </span>
      </li>
    ),
  );
  const boxed = amountOf(words.of, items_quantity, ordered_quantity, isPart);
  return (
    <>
      {stands(goods, { zongpai })}
      {(boxes.length > 0 || ordered_quantity !== undefined) &&
        part(words.boxes, boxed, rows, more ? { more } : undefined)}
      {open.length > 0 && part(words.kinds.attachments, words.open, open, undefined, "lines")}
    </>
  );
};

const ofBox = (box: Of<"box">) => {
  const { box_no, quantity, items_quantity, items, entries, erp_as_of } = box;
  const copy = erp_as_of ? fill(words.copyFrom, { time: time(erp_as_of) }) : words.kinds.goods;
  return (
    <>
      {(box.registered_at || may("post-box-location")) && stands(box, { box_no })}
      <p class={box.cursor ? "place none" : "place"}>
        <b>{amountOf(words.of, items_quantity, quantity, box.cursor)}</b>
      </p>
      <p class="soft">{quantity === undefined ? say.noErp : copy}</p>
      {part(words.inTheBox, "", piecesOf(box_no, [...items, ...entries]), box)}
    </>
  );
};

const ofShelf = (location: string, shelf: Of<"shelf">) => {
  const items = shelf.locations.flatMap((group) => group.items);
  const rows = items.map(({ zongpai, category, registered_at }) => (
    <Line
      key={`${zongpai} ${category}`}
      item={{ zongpai, category }}
      right={<time>{time(registered_at)}</time>}
      run={() => push({ is: "row", of: { zongpai, category }, held: 1 })}
    />
  ));
  const boxes = shelf.locations.flatMap((group) => group.boxes ?? []);
  const boxRows = boxes.map(({ box_no, registered_at }) => (
    <Line
      key={box_no}
      icon="box"
      item={{ zongpai: box_no }}
      right={<time>{time(registered_at)}</time>}
      run={() => lookUpLabel({ kind: "box_no", value: box_no })}
    />
  ));
  return (
    <>
      <Acts acts={[{ icon: "check", word: words.acts.check, run: () => checkShelf(location) }]} />
      {part(words.onTheShelf, counted(items.length, shelf.cursor), [...rows, ...boxRows], shelf)}
    </>
  );
};

export const Found = ({ label: { kind, value } }: { label: Label }) => {
  const { rows, found } = state();
  const { asking, silent, refused, ...all } = found[value] ?? { asking: true };
  const { goods, shelf, box }: Partial<FoundState> = silent ? {} : all;
  const scanned = silent ? rows.filter(({ entry }) => codesOf(entry).includes(value)) : [];
  return (
    <section class="found" aria-labelledby="found" aria-busy={asking}>
      <h2 class="row" id="found">
        <Icon name={thingOf[kind]} />
        <Code>{value}</Code>
      </h2>
      {asking && !(goods || shelf || box) && <p class="soft">{words.asking}</p>}
      {refused && <p>{sentence(refused)}</p>}
      {silent && <p class="soft">{words.states.unanswered}</p>}
      {scanned.length > 0 && (
        <>
          <p class="soft">{say.scannedHere}</p>
          <Trail rows={scanned} label={say.scannedHere} whole />
        </>
      )}
      {goods && ofGoods(value, goods)}
      {shelf && ofShelf(value, shelf)}
      {box && ofBox(box)}
    </section>
  );
};
