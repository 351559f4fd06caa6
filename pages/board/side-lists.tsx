import words from "site:words/board";
import type { ComponentChildren } from "preact";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { Icon } from "../shared/icon.tsx";
import { renderScanLine } from "../shared/scan-line.tsx";
import { formatTime, renderRefusal } from "../shared/text.tsx";
import { readRoute } from "./client.ts";
import { CsvButton } from "./csv-button.tsx";
import { formatAge, isOlderThanDay, renderRepeats, shownNameOf } from "./facts.tsx";
import {
  formatGoodsCount,
  formatShortCount,
  groupByKey,
  ItemTable,
  itemsIn,
  MoreButton,
} from "./item-table.tsx";
import { CodeLink, ItemLink } from "./links.tsx";
import { RefusalActs } from "./refusal-acts.tsx";
import { type PagedList, usePagedList } from "./use-answer.ts";

const { off, columns, kinds } = words;

type ListSectionProps = {
  id: string;
  title: string;
  emptyText: string;
  list: PagedList<object>;
  /** For a list of which some items are not counted. */
  countText?: string;
  children: ComponentChildren;
};

/** A list under its heading, with the number of its items. */
const ListSection = ({ id, title, emptyText, list, countText, children }: ListSectionProps) => {
  const { result, items, loadMore } = list;
  const count = countText ?? formatShortCount(items.length, loadMore);
  return (
    <section aria-labelledby={id}>
      <div class="apart">
        <h2 id={id}>
          {title} {result?.answer && <span class="n">{count}</span>}
        </h2>
        <CsvButton name={title} rows={items} />
      </div>
      {items.length > 0 ? (
        children
      ) : (
        <p class="soft" data-test={id}>
          {result?.answer ? emptyText : words.asking}
        </p>
      )}
      <MoreButton loadMore={loadMore}>{words.more}</MoreButton>
    </section>
  );
};

export const OffShelfList = () => {
  const list = usePagedList(
    (cursor) => readRoute("location-overview", { off_shelf: true, cursor }),
    ({ off_shelf }) => itemsIn(off_shelf),
  );
  const { items, loadMore } = list;
  return (
    <ListSection
      id="off-shelf"
      title={words.offShelf}
      emptyText={off.none}
      list={list}
      countText={formatGoodsCount(items, loadMore)}
    >
      <ItemTable
        class="n"
        data-test="off-shelf"
        rows={items}
        more={loadMore}
        groupOf={({ registered_at }) => (isOlderThanDay(registered_at) ? off.long : off.today)}
        columns={[
          [
            kinds.goods,
            (item) => (
              <>
                <ItemLink item={item} />
                {item.location !== undefined && <span class="soft">{item.location}</span>}
              </>
            ),
          ],
          [columns.for, ({ registered_at }) => formatAge(registered_at)],
          [columns.since, ({ registered_at }) => formatTime(registered_at), "more"],
          [columns.by, ({ who }) => shownNameOf(who), "more"],
        ]}
      />
    </ListSection>
  );
};

type ListedRefusal = RouteAnswer<"get-refusals">["refusals"][number];

const RefusedScan = ({ refusal }: { refusal: ListedRefusal }) => {
  const goods = <ItemLink item={{ ...refusal, category: undefined }} />;
  return (
    <>
      <time dateTime={refusal.refused_at}>{formatTime(refusal.refused_at)}</time>{" "}
      {renderScanLine(refusal, undefined, goods, CodeLink)}{" "}
      <span class="soft">{shownNameOf(refusal.who)}</span>
    </>
  );
};

type RefusalLineProps = { repeats: readonly [ListedRefusal, ...ListedRefusal[]] };

/** Earlier refusals of the same goods with the same sentence are folded below the newest. */
const RefusalLine = ({ repeats }: RefusalLineProps) => {
  const [newest, ...earlier] = repeats;
  const oldest = earlier.at(-1);
  return (
    <li data-outcome="refused">
      <Icon name="refused" />
      <div>
        <p>
          <RefusedScan refusal={newest} />
        </p>
        <p>{renderRefusal(newest)}</p>
        <RefusalActs refusal={newest} />
        {oldest && (
          <details class="fold">
            <summary>{renderRepeats(repeats.length, oldest.refused_at)}</summary>
            <ul>
              {earlier.map((refusal, at) => (
                <li key={earlier.length - at}>
                  <RefusedScan refusal={refusal} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
};

export const RefusalList = () => {
  const list = usePagedList(
    (cursor) => readRoute("get-refusals", { cursor }),
    ({ refusals }) => refusals,
  );
  const groups = groupByKey(list.items, ({ zongpai, message }) => `${zongpai} ${message}`);
  return (
    <ListSection id="refused" title={words.refused.title} emptyText={words.noneRefused} list={list}>
      <ol class="lines log" data-test="refused">
        {groups.map(([key, repeats]) => (
          <RefusalLine key={key} repeats={repeats} />
        ))}
      </ol>
    </ListSection>
  );
};
