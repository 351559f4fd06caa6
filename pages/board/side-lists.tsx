import words from "site:words/board";
import type { ComponentChildren } from "preact";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { Icon } from "../shared/icon.tsx";
import { renderScanLine } from "../shared/scan-line.tsx";
import { formatTime, renderRefusal } from "../shared/text.tsx";
import { readRoute } from "./client.ts";
import { CsvButton } from "./csv-button.tsx";
import {
  CodeLink,
  formatAge,
  formatGoodsCount,
  formatShortCount,
  groupByKey,
  ItemLink,
  ItemTable,
  isOlderThanDay,
  itemsIn,
  MoreButton,
  renderRepeats,
  shownNameOf,
} from "./parts.tsx";
import { type PagedList, usePagedList } from "./use-answer.ts";

const { off, columns, kinds } = words;

type ListSectionProps = {
  id: string;
  title: string;
  none: string;
  list: PagedList<object>;
  /** Where not all of them are counted. */
  counted?: string;
  children: ComponentChildren;
};
/** A list under its heading, with how much is in it. */
const ListSection = ({ id, title, none, list, counted, children }: ListSectionProps) => {
  const { found, all, more } = list;
  return (
    <section aria-labelledby={id}>
      <div class="apart">
        <h2 id={id}>
          {title}{" "}
          {found?.answer && <span class="n">{counted ?? formatShortCount(all.length, more)}</span>}
        </h2>
        <CsvButton name={title} rows={all} />
      </div>
      {all.length > 0 ? (
        children
      ) : (
        <p class="soft" data-test={id}>
          {found?.answer ? none : words.asking}
        </p>
      )}
      <MoreButton run={more}>{words.more}</MoreButton>
    </section>
  );
};

export const OffShelfList = () => {
  const list = usePagedList(
    (cursor) => readRoute("location-overview", { off_shelf: true, cursor }),
    ({ off_shelf }) => itemsIn(off_shelf),
  );
  const { all, more } = list;
  return (
    <ListSection
      id="off-shelf"
      title={words.offShelf}
      none={off.none}
      list={list}
      counted={formatGoodsCount(all, more)}
    >
      <ItemTable
        class="n"
        data-test="off-shelf"
        rows={all}
        more={more}
        groupOf={({ registered_at }) => (isOlderThanDay(registered_at) ? off.long : off.today)}
        columns={[
          [
            kinds.goods,
            (item) => (
              <>
                <ItemLink of={item} />
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

const RefusedScan = ({ one }: { one: ListedRefusal }) => (
  <>
    <time dateTime={one.refused_at}>{formatTime(one.refused_at)}</time>{" "}
    {renderScanLine(one, undefined, <ItemLink of={{ ...one, category: undefined }} />, CodeLink)}{" "}
    <span class="soft">{shownNameOf(one.who)}</span>
  </>
);

/** Repeats of one sentence about the same goods are folded into the newest. */
const RefusalLine = ({
  repeats: [one, ...others],
}: {
  repeats: readonly [ListedRefusal, ...ListedRefusal[]];
}) => {
  const oldest = others.at(-1);
  return (
    <li data-outcome="refused">
      <Icon name="refused" />
      <div>
        <p>
          <RefusedScan one={one} />
        </p>
        <p>{renderRefusal(one)}</p>
        {oldest && (
          <details class="fold">
            <summary>{renderRepeats(others.length + 1, oldest.refused_at)}</summary>
            <ul>
              {others.map((other, at) => (
                <li key={others.length - at}>
                  <RefusedScan one={other} />
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
  return (
    <ListSection id="refused" title={words.refused.title} none={words.noneRefused} list={list}>
      <ol class="lines log" data-test="refused">
        {groupByKey(list.all, ({ zongpai, message }) => `${zongpai} ${message}`).map(
          ([key, repeats]) => (
            <RefusalLine key={key} repeats={repeats} />
          ),
        )}
      </ol>
    </ListSection>
  );
};
