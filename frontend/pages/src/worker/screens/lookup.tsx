import * as settings from "site:settings";
import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { sortByCode } from "../../shared/code-order.ts";
import { type PlacedItem, sumQuantities } from "../../shared/commands.ts";
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
import { hasBoxLeft } from "../outcome/leaving-box.tsx";
import { codesOf } from "../outcome/queued-write.ts";
import { ScanList } from "../outcome/scan-list.tsx";
import type { Label } from "../scan/hand.ts";
import { beginCheck } from "../scan/steps.ts";
import { type LookupAnswer, state } from "../state.ts";
import { ActionList, placeActions } from "./actions.tsx";
import { boxLineButtons } from "./box-in-hand.tsx";
import { LineButton } from "./button.tsx";
import { LeftFact } from "./left-box.tsx";
import { openLookUp, openScreen } from "./navigation.ts";
import { partWords } from "./part-words.ts";
import { productOf } from "./product.ts";

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

type AnsweredPart<Name extends keyof LookupAnswer> = NonNullable<LookupAnswer[Name]>;

type KnownPlace = Readonly<{ location?: string; off_shelf?: boolean; registered_at?: string }>;

const placeName = ({ location, off_shelf }: KnownPlace) =>
  location && !off_shelf ? (
    <CodeText>{location}</CodeText>
  ) : (
    <span>{location ?? words.offShelf}</span>
  );

const placeSince = (registered_at: string) => (
  <p class="soft">{fillTemplate(words.since, { time: formatTime(registered_at) })}</p>
);

const placeSection = (place: KnownPlace, of: PlacedItem) =>
  place.registered_at ? (
    <>
      <p class="row place">
        <Icon name={place.off_shelf ? "floor" : "shelf"} />
        {placeName(place)}
      </p>
      {placeSince(place.registered_at)}
      <ActionList actions={placeActions(of, place.off_shelf)} />
    </>
  ) : (
    <p class="place none">{words.nowhere}</p>
  );

/** Says that the ERP does not have the goods or the box, so that a worker knows why a scan of it is refused. */
const absenceNote = ({ erp_state }: { readonly erp_state?: string }) =>
  erp_state === settings.absentInErp && <p class="lack">{say.noErp}</p>;

type AttachmentLine = AnsweredPart<"goods">["categories"][number];

/** How much of an attachment is boxed, and how much is left to box. */
const boxedAmount = ({ boxed_quantity, configured_quantity, headroom }: AttachmentLine) => {
  const total = headroom === undefined ? undefined : sumQuantities(boxed_quantity, headroom);
  return (
    <>
      {headroom ? (
        <span class="soft">{fillTemplate(words.left, { count: formatAmount(headroom) })} · </span>
      ) : null}
      {renderAmountOf(words.of, boxed_quantity, configured_quantity ?? total)}
    </>
  );
};

const goodsSection = (zongpai: string, goods: AnsweredPart<"goods">) => {
  const { items_quantity, isPart, ordered_quantity, boxes, more, categories } = goods;
  const sortedBoxes = sortByCode(boxes, ({ box_no }) => box_no);
  const rows = sortedBoxes.map(({ box_no, category, quantity, location, cleared }) => (
    <LineButton
      key={`${box_no} ${category}`}
      icon="box"
      item={{ zongpai: box_no, category, product: cleared ? words.acts.left : location }}
      right={formatAmount(quantity)}
      run={() => openScreen({ is: "row", of: { box_no, zongpai, category }, held: quantity })}
    />
  ));
  const attachments = categories.map((line) => (
    <li key={line.category}>
      <span>
        {siteNameOf(line.label)}
        {line.configured && line.headroom === undefined && (
          <span class="soft"> {words.noLimit}</span>
        )}
      </span>
      <span class="n">{boxedAmount(line)}</span>
    </li>
  ));
  const boxed = renderAmountOf(words.of, items_quantity, ordered_quantity, isPart);
  return (
    <>
      {goods.product && <p>{goods.product}</p>}
      {absenceNote(goods)}
      {placeSection(goods, { zongpai })}
      {(boxes.length > 0 || ordered_quantity !== undefined) &&
        headedList(words.boxes, boxed, rows, more ? { more } : undefined)}
      {attachments.length > 0 &&
        headedList(words.kinds.attachments, say.boxed, attachments, undefined, "lines")}
    </>
  );
};

/** Whether a box is complete, or how many pieces are missing or too many. */
const completeness = ({ quantity, items_quantity, cursor }: AnsweredPart<"box">) => {
  if (quantity === undefined || cursor) return null;
  const lacking = sumQuantities(quantity, -items_quantity);
  if (lacking === 0)
    return (
      <p class="word" data-outcome="recorded">
        {say.complete}
      </p>
    );
  const template = lacking > 0 ? say.lacks : partWords.tooMany;
  return <p class="lack">{fillTemplate(template, { count: formatAmount(Math.abs(lacking)) })}</p>;
};

/** Where a box is, or that it has left. */
const boxPlace = (box: AnsweredPart<"box">) => {
  const { box_no, registered_at } = box;
  if (hasBoxLeft(box_no)) return <LeftFact box={box} />;
  if (!registered_at) return mayCall("post-box-location") && <p>{words.nowhere}</p>;
  return (
    <>
      <p class="place">{placeName(box)}</p>
      {placeSince(registered_at)}
    </>
  );
};

/** A box: its place next to what is boxed, then the keys, then the contents. */
const boxSection = (heading: ComponentChildren, box: AnsweredPart<"box">) => {
  const { box_no, quantity, items_quantity, items, entries, erp_as_of } = box;
  const lines = sortByCode([...items, ...entries], ({ zongpai }) => zongpai);
  const isGone = hasBoxLeft(box_no);
  const zongpais = items.map(({ zongpai }) => zongpai);
  const { registered_at, off_shelf } = box;
  const placed = registered_at && !isGone ? placeActions({ box_no }, off_shelf) : [];
  return (
    <>
      <div class="facts">
        <div>
          {heading}
          {boxPlace(box)}
        </div>
        <div>
          <h3>{say.boxed}</h3>
          <p class="place">{renderAmountOf(words.of, items_quantity, quantity, box.cursor)}</p>
          {completeness(box)}
          {absenceNote(box)}
          {erp_as_of && (
            <p class="soft">{fillTemplate(words.copyFrom, { time: formatTime(erp_as_of) })}</p>
          )}
        </div>
      </div>
      <ActionList actions={[...placed, ...boxActions(box, zongpais)]} />
      {headedList(
        isGone ? partWords.leaving.contents : words.inTheBox,
        "",
        boxLineButtons(box_no, lines),
        box,
      )}
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
      item={{ zongpai, category, product: productOf(zongpai) }}
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
        formatCount(rows.length + boxRows.length, shelf.cursor),
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
  const heading = (
    <h2 class="row" id="found">
      <Icon name={labelKindOf[kind]} />
      <CodeText>{value}</CodeText>
    </h2>
  );
  const ownScans = unanswered ? rows.filter(({ entry }) => codesOf(entry).includes(value)) : [];
  return (
    <section class="found" aria-labelledby="found" aria-busy={asking}>
      {!box && heading}
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
      {box && boxSection(heading, box)}
    </section>
  );
};
