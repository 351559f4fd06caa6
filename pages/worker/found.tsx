import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { Icon } from "../shared/icon.tsx";
import { thingOf } from "../shared/labels.ts";
import { called } from "../shared/language.ts";
import { may } from "../shared/may.ts";
import { amount, amountOf, Code, fill, sentence, time } from "../shared/text.tsx";
import { Acts, Pieces, placeActs } from "./acts.tsx";
import { Trail } from "./band.tsx";
import { Line } from "./button.tsx";
import { codesOf } from "./rows.ts";
import { type Found as FoundState, type Label, state } from "./store.ts";
import { checkShelf, lookUpLabel, push } from "./take.ts";

const { found: say } = words;

type PartProps = Readonly<{
  title: string;
  right?: ComponentChildren;
  lines?: boolean;
  children: ComponentChildren;
}>;
const Part = ({ title, right, lines, children }: PartProps) => (
  <>
    <h3 class="apart">
      {title} <span>{right}</span>
    </h3>
    <ul class={lines ? "lines" : undefined}>{children}</ul>
  </>
);

type Place = Readonly<{ location?: string; off_shelf?: boolean; registered_at?: string }>;

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

type Of<Name extends keyof FoundState> = NonNullable<FoundState[Name]>;

const OfGoods = ({ zongpai, goods }: { zongpai: string; goods: Of<"goods"> }) => {
  const { off_shelf, registered_at, items_quantity, ordered_quantity, boxes, categories } = goods;
  return (
    <>
      <Stands place={goods} />
      {registered_at && <Acts acts={placeActs({ zongpai }, off_shelf)} />}
      {(boxes.length > 0 || ordered_quantity !== undefined) && (
        <Part title={words.boxes} right={amountOf(words.of, items_quantity, ordered_quantity)}>
          {boxes.map(({ box_no, category, quantity, location }) => (
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
          ))}
        </Part>
      )}
      {categories.length > 0 && (
        <Part title={words.kinds.attachments} right={words.open} lines>
          {categories.map(({ category, label, configured, headroom, configured_quantity }) => (
            <li key={category}>
              {called(label)}
              <span class="n">
                {headroom !== undefined
                  ? amountOf(words.of, headroom, configured_quantity)
                  : configured && words.noLimit}
              </span>
            </li>
          ))}
        </Part>
      )}
    </>
  );
};

/** What may be in a box or on a shelf. */
const End = ({ of, count }: { of: { readonly cursor?: string }; count: number }) => (
  <>
    {count === 0 && <p>{words.empty}</p>}
    {of.cursor && <p class="soft">{words.andMore}</p>}
  </>
);

const OfBox = ({ box }: { box: Of<"box"> }) => {
  const { box_no, quantity, items_quantity, items, entries, erp_as_of } = box;
  const pieces = [...items, ...entries];
  return (
    <>
      {(box.registered_at || may("post-box-location")) && <Stands place={box} />}
      {box.registered_at && <Acts acts={placeActs({ box_no }, box.off_shelf)} />}
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
        <Pieces box_no={box_no} pieces={pieces} />
      </Part>
      <End of={box} count={pieces.length} />
    </>
  );
};

const OfShelf = ({ location, shelf }: { location: string; shelf: Of<"shelf"> }) => {
  const items = shelf.locations.flatMap((group) => group.items);
  const boxes = shelf.locations.flatMap((group) => group.boxes ?? []);
  const check = { icon: "check", word: words.acts.check, run: () => checkShelf(location) } as const;
  return (
    <>
      <Acts acts={[check]} />
      <Part title={words.onTheShelf} right={amount(items.length)}>
        {items.map(({ zongpai, category, registered_at }) => (
          <Line
            key={`${zongpai} ${category}`}
            item={{ zongpai, category }}
            right={<time>{time(registered_at)}</time>}
            run={() => push({ is: "row", of: { zongpai, category }, held: 1 })}
          />
        ))}
        {boxes.map(({ box_no, registered_at }) => (
          <Line
            key={box_no}
            icon="box"
            item={{ zongpai: box_no }}
            right={<time>{time(registered_at)}</time>}
            run={() => lookUpLabel({ kind: "box_no", value: box_no })}
          />
        ))}
      </Part>
      <End of={shelf} count={items.length + boxes.length} />
    </>
  );
};

export const Found = ({ label: { kind, value } }: { label: Label }) => {
  const { rows, found } = state();
  const { asking, silent, sentence: refusal, ...all } = found[value] ?? { asking: true };
  const { goods, shelf, box }: Partial<FoundState> = silent ? {} : all;
  const scanned = silent ? rows.filter(({ entry }) => codesOf(entry).includes(value)) : [];
  return (
    <section class="found" aria-labelledby="found" aria-busy={asking}>
      <h2 class="row" id="found">
        <Icon name={thingOf[kind]} />
        <Code>{value}</Code>
      </h2>
      {asking && !(goods || shelf || box) && <p class="soft">{words.asking}</p>}
      {refusal && <p>{sentence(refusal, [value])}</p>}
      {silent && <p class="soft">{words.states.unanswered}</p>}
      {scanned.length > 0 && (
        <>
          <p class="soft">{say.scannedHere}</p>
          <Trail rows={scanned} label={say.scannedHere} whole />
        </>
      )}
      {goods && <OfGoods zongpai={value} goods={goods} />}
      {shelf && <OfShelf location={value} shelf={shelf} />}
      {box && <OfBox box={box} />}
    </section>
  );
};
