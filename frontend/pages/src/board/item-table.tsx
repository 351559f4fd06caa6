import { type ComponentChildren, Fragment } from "preact";
import { formatAmount } from "../shared/text.tsx";
import type { Act } from "./acts.tsx";
import { type ItemKey, itemKeyOf } from "./links.tsx";
import { isNarrow } from "./narrow.ts";
import { renderActKeys, renderOpenAct } from "./row-acts.tsx";
import type { PlaceContents, PlacedItem } from "./store.ts";

/** The boxes of a place, then its goods. */
export const itemsIn = ({ items, boxes = [] }: PlaceContents): PlacedItem[] => [...boxes, ...items];

/** A count, followed by a plus sign if there may be more. */
export const formatShortCount = (count: number, more: unknown) =>
  formatAmount(count) + (more ? "+" : "");

/** The number of goods and attachments. Boxes do not count. */
export const formatGoodsCount = (items: readonly ItemKey[], more: unknown) =>
  formatShortCount(items.filter(({ zongpai }) => zongpai).length, more);

const countRows = (rows: readonly unknown[], more: unknown) => formatShortCount(rows.length, more);

/** Groups items by key. Groups are in the order of their first items. */
export const groupByKey = <One,>(
  items: readonly One[],
  keyOf: (item: One) => string,
): [string, [One, ...One[]]][] => {
  const groups = new Map<string, [One, ...One[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups];
};

type ItemTableProps<Row> = {
  rows: readonly Row[];
  /** Each column has a heading, a function for the content of a cell, and a class. */
  columns: readonly (readonly [string, (row: Row) => ComponentChildren, string?])[];
  /** The heading of a row's group, to which the table adds the number of goods. */
  groupOf?: (row: Row) => string;
  /** The acts on a row: buttons at its end or, on a narrow screen, below it. */
  actsOn?: (row: Row) => readonly Act[];
  /** The heading of a group counts its rows, not its goods. */
  countsRows?: boolean;
  /** A class of a row. */
  classOf?: (row: Row) => string | undefined;
  /** The list has more rows than these. */
  more?: unknown;
  caption?: ComponentChildren;
  class?: string;
  "data-test"?: string;
  "aria-labelledby"?: string;
};

const isEmptyCell = (cell: ComponentChildren) => cell === undefined || cell === false;

type RowBelowProps = { span: number; class?: string; children: ComponentChildren };

/** A full-width row for content that belongs to the row above. */
const RowBelow = ({ span, children, ...others }: RowBelowProps) => (
  <tr>
    <td colSpan={span} {...others}>
      {children}
    </td>
  </tr>
);

/** A table of items. Empty columns are hidden. */
export const ItemTable = <Row extends ItemKey>({
  rows,
  columns,
  groupOf = () => "",
  actsOn = () => [],
  countsRows = false,
  classOf = () => undefined,
  more,
  caption,
  ...others
}: ItemTableProps<Row>) => {
  const hasKeys = rows.some((row) => actsOn(row).length > 0);
  const hasKeysBelow = hasKeys && isNarrow();
  const shownColumns = columns.filter(([, renderCell]) =>
    rows.some((row) => !isEmptyCell(renderCell(row))),
  );
  if (hasKeys && !hasKeysBelow)
    shownColumns.push(["", (row) => renderActKeys(actsOn(row)), "keys"]);
  const span = shownColumns.length;
  const groups = groupByKey(rows, groupOf);
  return (
    <table {...others}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {shownColumns.map(([heading, , className], at) =>
            heading ? (
              <th key={at} scope="col" class={className}>
                {heading}
              </th>
            ) : (
              <td key={at} />
            ),
          )}
        </tr>
      </thead>
      {groups.map(([title, groupRows], groupAt) => (
        <tbody key={title}>
          {title && (
            <tr>
              <th scope="rowgroup" colSpan={span}>
                {title}{" "}
                {(countsRows ? countRows : formatGoodsCount)(
                  groupRows,
                  more && groupAt === groups.length - 1,
                )}
              </th>
            </tr>
          )}
          {groupRows.map((row) => {
            const acts = actsOn(row);
            const openAct = renderOpenAct(acts);
            return (
              <Fragment key={itemKeyOf(row)}>
                <tr class={classOf(row)}>
                  {shownColumns.map(([heading, renderCell, className], at) => {
                    const Cell = at === 0 ? "th" : "td";
                    const content = renderCell(row);
                    return (
                      <Cell key={at} scope={at === 0 ? "row" : undefined} class={className}>
                        {isEmptyCell(content) ? heading && "–" : content}
                      </Cell>
                    );
                  })}
                </tr>
                {hasKeysBelow && acts.length > 0 && (
                  <RowBelow span={span} class="keys">
                    {renderActKeys(acts)}
                  </RowBelow>
                )}
                {openAct && <RowBelow span={span}>{openAct}</RowBelow>}
              </Fragment>
            );
          })}
        </tbody>
      ))}
    </table>
  );
};

type MoreButtonProps = { loadMore?: () => void; children: ComponentChildren };

/** Loads the next page of a list, if there is one. */
export const MoreButton = ({ loadMore, children }: MoreButtonProps) =>
  loadMore && (
    <p>
      <button type="button" class="link" onClick={loadMore}>
        {children}
      </button>
    </p>
  );
