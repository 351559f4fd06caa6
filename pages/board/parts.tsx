import words from "site:words/board";
import type { ComponentChildren } from "preact";
import { called, categoryName } from "../shared/language.ts";
import { amount, amountIn, Code, fill, time } from "../shared/text.tsx";
import { type Kind, linkTo } from "./address.ts";
import type { Group, Item } from "./store.ts";

export const Link = ({ kind, code }: { kind: Kind; code: string }) => (
  <a href={linkTo(kind, code)}>
    <Code>{code}</Code>
  </a>
);

type Named = Pick<Item, "zongpai" | "box_no" | "category">;

/** Goods, an attachment of them, or a box by itself. */
export const Thing = ({ of: { zongpai, box_no = "", category } }: { of: Named }) => (
  <>
    {!zongpai && `${words.kinds.box} `}
    <Link kind={zongpai ? "goods" : "box"} code={zongpai ?? box_no} />{" "}
    {category !== undefined && <span class="soft">{categoryName(category)} </span>}
  </>
);

/** Tells it from others. */
export const keyOf = ({ zongpai, box_no, category }: Named): string =>
  `${zongpai} ${box_no} ${category}`;

/** The boxes of a place, then its goods. */
export const itemsIn = ({ items, boxes = [] }: Group): Item[] => [...boxes, ...items];

/** Without keys everybody has the same name, which says nothing. */
export const nameOf = (who: string | undefined) => (provedBy === "nothing" ? undefined : who);

export const count = (number: number, more: unknown) => amount(number) + (more ? "+" : "");

/** How many are goods or attachments: boxes by themselves are not counted. */
export const goodsIn = (all: readonly Named[], more: unknown) =>
  count(all.filter(({ zongpai }) => zongpai).length, more);

const minute = 60_000;
/** How long ago an instant is, in one unit. */
export const age = (instant: string) => {
  const ago = Math.max(0, Date.now() - Date.parse(instant)) / minute;
  if (ago < 60) return amountIn("minute", ago);
  return ago < 1_440 ? amountIn("hour", ago / 60) : amountIn("day", ago / 1_440);
};

export const isOld = (instant: string): boolean =>
  Date.now() - Date.parse(instant) >= 1_440 * minute;

export type Placed = Partial<Pick<Item, "location" | "registered_at">> & {
  readonly off_shelf?: boolean | undefined;
};
/** Where something stands, if that is known. */
export const placeOf = ({ location, off_shelf }: Placed) => {
  if (off_shelf) return location ?? words.offShelf;
  return location !== undefined && <Link kind="shelf" code={location} />;
};

/** Since when it stands there, and by whom, as far as that is known. */
export const sinceOf = ({ registered_at }: Placed, who?: string) => {
  const by = nameOf(who);
  return (
    registered_at && fill(by ? words.sinceBy : words.since, { time: time(registered_at), who: by })
  );
};

type FromErp = { readonly erp_state?: string; readonly erp_as_of?: string };
/** Whether the ERP itself has said it, or of when its copy is. */
export const sourceOf = ({ erp_state = "", erp_as_of }: FromErp) =>
  erp_as_of ? fill(words.copyFrom, { time: time(erp_as_of) }) : called(erp_state);

/** The fact of a place; `who`: by whom, if that is known. */
export const Place = ({ of, who }: { of: Placed; who?: string | undefined }) => (
  <Fact name={words.kinds.place} soft={[sinceOf(of, who)]}>
    {placeOf(of) || words.nowhere}
  </Fact>
);

/** That something was repeated. */
export const times = (number: number, since: string) =>
  fill(words.times, { count: amount(number), time: time(since) });

type FactProps = {
  name: string;
  lack?: boolean;
  children: ComponentChildren;
  soft: readonly ComponentChildren[];
};
/** A fact under its name, and what is said of it. */
export const Fact = ({ name, lack, children, soft }: FactProps) => (
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
export const groups = <One,>(
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

type TableProps<Row> = {
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
const isEmpty = (cell: ComponentChildren) => cell === undefined || cell === false;
/** A column in which nothing stands is left out. */
export const Table = <Row extends Named>({
  rows,
  columns,
  groupOf = () => "",
  more,
  caption,
  ...others
}: TableProps<Row>) => {
  const shown = columns.filter(([, cell]) => rows.some((row) => !isEmpty(cell(row))));
  const bodies = groups(rows, groupOf);
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
                {title} {goodsIn(all, more && nth === bodies.length - 1)}
              </th>
            </tr>
          )}
          {all.map((row) => (
            <tr key={keyOf(row)}>
              {shown.map(([, cell, kind], at) => {
                const Cell = at === 0 ? "th" : "td";
                const shows = cell(row);
                return (
                  <Cell key={at} scope={at === 0 ? "row" : undefined} class={kind}>
                    {isEmpty(shows) ? "–" : shows}
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
export const More = ({ run, children }: { run?: () => void; children: ComponentChildren }) =>
  run && (
    <p>
      <button type="button" class="link" onClick={run}>
        {children}
      </button>
    </p>
  );
