import words from "site:words/board";
import type { ComponentChildren } from "preact";
import { categoryNameOf, siteNameOf } from "../shared/language.ts";
import {
  CodeText,
  fillTemplate,
  formatAmount,
  formatDuration,
  formatTime,
} from "../shared/text.tsx";
import { type AddressKind, hrefOf } from "./address.ts";
import type { PlaceContents, PlacedItem } from "./store.ts";

export const CodeLink = ({ kind, code }: { kind: AddressKind; code: string }) => (
  <a href={hrefOf(kind, code)}>
    <CodeText>{code}</CodeText>
  </a>
);

type ItemKey = Pick<PlacedItem, "zongpai" | "box_no" | "category">;

/** Goods, an attachment of them, or a box by itself. */
export const ItemLink = ({ of: { zongpai, box_no = "", category } }: { of: ItemKey }) => (
  <>
    {!zongpai && `${words.kinds.box} `}
    <CodeLink kind={zongpai ? "goods" : "box"} code={zongpai ?? box_no} />{" "}
    {category !== undefined && <span class="soft">{categoryNameOf(category)} </span>}
  </>
);

/** Tells it from others. */
export const itemKeyOf = ({ zongpai, box_no, category }: ItemKey): string =>
  `${zongpai} ${box_no} ${category}`;

/** The boxes of a place, then its goods. */
export const itemsIn = ({ items, boxes = [] }: PlaceContents): PlacedItem[] => [...boxes, ...items];

/** Without keys everybody has the same name, which says nothing. */
export const shownNameOf = (who: string | undefined) => (provedBy === "nothing" ? undefined : who);

export const formatShortCount = (number: number, more: unknown) =>
  formatAmount(number) + (more ? "+" : "");

/** How many are goods or attachments: boxes by themselves are not counted. */
export const formatGoodsCount = (all: readonly ItemKey[], more: unknown) =>
  formatShortCount(all.filter(({ zongpai }) => zongpai).length, more);

const minuteMs = 60_000;
/** How long ago an instant is, in one unit. */
export const formatAge = (instant: string) => {
  const ago = Math.max(0, Date.now() - Date.parse(instant)) / minuteMs;
  if (ago < 60) return formatDuration("minute", ago);
  return ago < 1_440 ? formatDuration("hour", ago / 60) : formatDuration("day", ago / 1_440);
};

export const isOlderThanDay = (instant: string): boolean =>
  Date.now() - Date.parse(instant) >= 1_440 * minuteMs;

export type ItemPlace = Partial<Pick<PlacedItem, "location" | "registered_at">> & {
  readonly off_shelf?: boolean | undefined;
};
/** Where something stands, if that is known. */
export const renderPlace = ({ location, off_shelf }: ItemPlace) => {
  if (off_shelf) return location ?? words.offShelf;
  return location !== undefined && <CodeLink kind="shelf" code={location} />;
};

/** Since when it stands there, and by whom, as far as that is known. */
export const renderSince = ({ registered_at }: ItemPlace, who?: string) => {
  const by = shownNameOf(who);
  return (
    registered_at &&
    fillTemplate(by ? words.sinceBy : words.since, { time: formatTime(registered_at), who: by })
  );
};

type ErpSource = { readonly erp_state?: string; readonly erp_as_of?: string };
/** Whether the ERP itself has said it, or of when its copy is. */
export const renderErpSource = ({ erp_state = "", erp_as_of }: ErpSource) =>
  erp_as_of ? fillTemplate(words.copyFrom, { time: formatTime(erp_as_of) }) : siteNameOf(erp_state);

/** The fact of a place; `who`: by whom, if that is known. */
export const PlaceFact = ({ of, who }: { of: ItemPlace; who?: string | undefined }) => (
  <NamedFact name={words.kinds.place} soft={[renderSince(of, who)]}>
    {renderPlace(of) || words.nowhere}
  </NamedFact>
);

/** That something was repeated. */
export const renderRepeats = (number: number, since: string) =>
  fillTemplate(words.times, { count: formatAmount(number), time: formatTime(since) });

type NamedFactProps = {
  name: string;
  lack?: boolean;
  children: ComponentChildren;
  soft: readonly ComponentChildren[];
};
/** A fact under its name, and what is said of it. */
export const NamedFact = ({ name, lack, children, soft }: NamedFactProps) => (
  <div>
    <dt>{name}</dt>
    <dd class={lack ? "n lack" : "n"}>{children || "–"}</dd>
    {soft.map(
      (one, at) =>
        one && (
          <dd key={at} class="soft">
            {one}
          </dd>
        ),
    )}
  </div>
);

/** What has the same key, in the order of the first of each. */
export const groupByKey = <One,>(
  all: readonly One[],
  keyIn: (one: One) => string,
): [string, [One, ...One[]]][] => {
  const found = new Map<string, [One, ...One[]]>();
  for (const one of all) {
    const key = keyIn(one);
    const same = found.get(key);
    if (same) same.push(one);
    else found.set(key, [one]);
  }
  return [...found];
};

type ItemTableProps<Row> = {
  rows: readonly Row[];
  /** Each with its heading, what stands below it, and its class. */
  columns: readonly (readonly [string, (row: Row) => ComponentChildren, string?])[];
  /** The heading above all rows that have the same; how many they are stands beside it. */
  groupOf?: (row: Row) => string;
  /** The list goes on behind these rows. */
  more?: unknown;
  caption?: ComponentChildren;
  class?: string;
  "data-test"?: string;
  "aria-labelledby"?: string;
};
const isEmptyCell = (cell: ComponentChildren) => cell === undefined || cell === false;
/** A column in which nothing stands is left out. */
export const ItemTable = <Row extends ItemKey>({
  rows,
  columns,
  groupOf = () => "",
  more,
  caption,
  ...others
}: ItemTableProps<Row>) => {
  const shown = columns.filter(([, cell]) => rows.some((row) => !isEmptyCell(cell(row))));
  const bodies = groupByKey(rows, groupOf);
  return (
    <table {...others}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {shown.map(([name, , kind], at) =>
            name ? (
              <th key={at} scope="col" class={kind}>
                {name}
              </th>
            ) : (
              <td key={at} />
            ),
          )}
        </tr>
      </thead>
      {bodies.map(([title, all], nth) => (
        <tbody key={title}>
          {title && (
            <tr>
              <th scope="rowgroup" colSpan={shown.length}>
                {title} {formatGoodsCount(all, more && nth === bodies.length - 1)}
              </th>
            </tr>
          )}
          {all.map((row) => (
            <tr key={itemKeyOf(row)}>
              {shown.map(([, cell, kind], at) => {
                const Cell = at === 0 ? "th" : "td";
                const shows = cell(row);
                return (
                  <Cell key={at} scope={at === 0 ? "row" : undefined} class={kind}>
                    {isEmptyCell(shows) ? "–" : shows}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
};

/** Asks for the next page of a list, if there is one. */
export const MoreButton = ({ run, children }: { run?: () => void; children: ComponentChildren }) =>
  run && (
    <p>
      <button type="button" class="link" onClick={run}>
        {children}
      </button>
    </p>
  );
