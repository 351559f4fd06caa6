import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { sortByCode } from "../../shared/code-order.ts";
import type { PlacedItem } from "../../shared/commands.ts";
import { Icon } from "../../shared/icon.tsx";
import { labelKindOf } from "../../shared/labels.ts";
import { siteNameOf } from "../../shared/language.ts";
import { mayCall } from "../../shared/rights.ts";
import {
  CodeText,
  fillTemplate,
  formatAmount,
  formatCount,
  formatTime,
  renderAmountOf,
  renderRefusal,
} from "../../shared/text.tsx";
import { boxActions, shelfActions } from "../outcome/jobs.tsx";
import { codesOf } from "../outcome/queued-write.ts";
import { ScanList } from "../outcome/scan-list.tsx";
import type { Label } from "../scan/hand.ts";
import { beginCheck } from "../scan/steps.ts";
import { type LookupAnswer, state } from "../state.ts";
import { ActionList, placeActions } from "./actions.tsx";
import { boxLineButtons } from "./box-in-hand.tsx";
import { LineButton } from "./button.tsx";
import { openLookUp, openScreen } from "./navigation.ts";
import { partWords } from "./part-words.ts";

const { found: say } = partWords;

/** A heading with its rows. `of`: the answer, which may be empty or have more pages. */
const headedList = (
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

type KnownPlace = Readonly<{ location?: string; off_shelf?: boolean; registered_at?: string }>;

const placeSection = ({ location, off_shelf, registered_at }: KnownPlace, of: PlacedItem) =>
  registered_at ? (
    <>
      <p class="row place">
        <Icon name={off_shelf ? "floor" : "shelf"} />
        {location && !off_shelf ? (
          <CodeText>{location}</CodeText>
        ) : (
          <span>{location ?? words.offShelf}</span>
        )}
      </p>
      <p class="soft">{fillTemplate(words.since, { time: formatTime(registered_at) })}</p>
      <ActionList actions={placeActions(of, off_shelf)} />
    </>
  ) : (
    <p class="place none">{words.nowhere}</p>
  );

type AnsweredPart<Name extends keyof LookupAnswer> = NonNullable<LookupAnswer[Name]>;

const goodsSection = (zongpai: string, goods: AnsweredPart<"goods">) => {
  const { items_quantity, isPart, ordered_quantity, boxes, more, categories } = goods;
  const sortedBoxes = sortByCode(boxes, ({ box_no }) => box_no);
  const rows = sortedBoxes.map(({ box_no, category, quantity, location }) => (
    <LineButton
      key={`${box_no} ${category}`}
      icon="box"
      item={{ zongpai: box_no, category }}
      right={
        <>
          {location && <span class="soft">{location} </span>}
          {formatAmount(quantity)}
        </>
      }
      run={() => openScreen({ is: "row", of: { box_no, zongpai, category }, held: quantity })}
    />
  ));
  const open = categories.map(
    ({ category, label, configured, headroom, configured_quantity: total }) => (
      <li key={category}>
        {siteNameOf(label)}
        <span class="n">
          {headroom === undefined
            ? configured && words.noLimit
            : renderAmountOf(words.of, headroom, total)}
        </span>
      </li>
    ),
  );
  const boxed = renderAmountOf(words.of, items_quantity, ordered_quantity, isPart);
  return (
    <>
      {goods.product && <p>{goods.product}</p>}
      {placeSection(goods, { zongpai })}
      {(boxes.length > 0 || ordered_quantity !== undefined) &&
        headedList(words.boxes, boxed, rows, more ? { more } : undefined)}
      {open.length > 0 && headedList(words.kinds.attachments, words.open, open, undefined, "lines")}
    </>
  );
};

const boxSection = (box: AnsweredPart<"box">) => {
  const { box_no, quantity, items_quantity, items, entries, erp_as_of } = box;
  const lines = sortByCode([...items, ...entries], ({ zongpai }) => zongpai);
  const copy = erp_as_of
    ? fillTemplate(words.copyFrom, { time: formatTime(erp_as_of) })
    : words.kinds.goods;
  return (
    <>
      {(box.registered_at || mayCall("post-box-location")) && placeSection(box, { box_no })}
      <p class={box.cursor ? "place none" : "place"}>
        <b>{renderAmountOf(words.of, items_quantity, quantity, box.cursor)}</b>
      </p>
      <p class="soft">{quantity === undefined ? say.noErp : copy}</p>
      <ActionList
        actions={boxActions(
          box,
          items.map(({ zongpai }) => zongpai),
        )}
      />
      {headedList(words.inTheBox, "", boxLineButtons(box_no, lines), box)}
    </>
  );
};

const shelfSection = (location: string, shelf: AnsweredPart<"shelf">) => {
  const items = sortByCode(
    shelf.locations.flatMap((group) => group.items),
    ({ zongpai }) => zongpai,
  );
  const rows = items.map(({ zongpai, category, registered_at }) => (
    <LineButton
      key={`${zongpai} ${category}`}
      item={{ zongpai, category }}
      right={<time>{formatTime(registered_at)}</time>}
      run={() => openScreen({ is: "row", of: { zongpai, category }, held: 1 })}
    />
  ));
  const boxes = sortByCode(
    shelf.locations.flatMap((group) => group.boxes ?? []),
    ({ box_no }) => box_no,
  );
  const boxRows = boxes.map(({ box_no, registered_at }) => (
    <LineButton
      key={box_no}
      icon="box"
      item={{ zongpai: box_no }}
      right={<time>{formatTime(registered_at)}</time>}
      run={() => openLookUp({ kind: "box_no", value: box_no })}
    />
  ));
  return (
    <>
      <ActionList
        actions={[
          ...shelfActions(location, shelf),
          {
            icon: "check",
            word: words.acts.check,
            command: "check",
            run: () => beginCheck(location),
          },
        ]}
      />
      {headedList(
        words.onTheShelf,
        formatCount(items.length, shelf.cursor),
        [...rows, ...boxRows],
        shelf,
      )}
    </>
  );
};

export const LookupResult = ({ label: { kind, value } }: { label: Label }) => {
  const { rows, lookups } = state();
  const { asking, unanswered, refused, ...all } = lookups[value] ?? { asking: true };
  const { goods, shelf, box }: Partial<LookupAnswer> = unanswered ? {} : all;
  const ownScans = unanswered ? rows.filter(({ entry }) => codesOf(entry).includes(value)) : [];
  return (
    <section class="found" aria-labelledby="found" aria-busy={asking}>
      <h2 class="row" id="found">
        <Icon name={labelKindOf[kind]} />
        <CodeText>{value}</CodeText>
      </h2>
      {asking && !(goods || shelf || box) && <p class="soft">{words.asking}</p>}
      {refused && <p>{renderRefusal(refused)}</p>}
      {unanswered && <p class="soft">{words.states.unanswered}</p>}
      {ownScans.length > 0 && (
        <>
          <p class="soft">{say.scannedHere}</p>
          <ScanList rows={ownScans} label={say.scannedHere} whole />
        </>
      )}
      {goods && goodsSection(value, goods)}
      {shelf && shelfSection(value, shelf)}
      {box && boxSection(box)}
    </section>
  );
};
