import words from "site:words/board";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../shared/icon.tsx";
import { fillTemplate, formatAmount, formatTime } from "../shared/text.tsx";
import { CsvButton } from "./csv-button.tsx";
import { formatAge, isOlderThanDay, shownNameOf } from "./facts.tsx";
import { formatShortCount, ItemTable, MoreButton } from "./item-table.tsx";
import { ItemLink } from "./links.tsx";
import { useOffShelf } from "./off-shelf.tsx";
import { groupRefusals, RefusalGroup, useRefusals } from "./refusals.tsx";
import type { PlacedItem } from "./store.ts";
import type { PagedList } from "./use-answer.ts";

const { off, columns, kinds } = words;

type WholeQueueProps = {
  icon: IconName;
  title: string;
  count: string;
  emptyText: string;
  list: PagedList<object>;
  below?: ComponentChildren;
  children: ComponentChildren;
};

const WholeQueue = (props: WholeQueueProps) => {
  const { icon, title, count, emptyText, list, below, children } = props;
  const { result, items, loadMore } = list;
  return (
    <section class="found" aria-labelledby="found" aria-busy={!result}>
      <div class="apart">
        <h2 class="row title" id="found">
          <Icon name={icon} />
          <span class="name">{title}</span> {result?.answer && <span class="n">{count}</span>}
        </h2>
        <CsvButton name={title} rows={items} />
      </div>
      {!result && <p class="soft">{words.asking}</p>}
      {result?.answer && items.length === 0 && <p>{emptyText}</p>}
      {items.length > 0 && children}
      <MoreButton loadMore={loadMore}>{words.more}</MoreButton>
      {below}
    </section>
  );
};

/** The boxes that have left by their goods. The page of each has the key that records it. */
const GoneBoxes = ({ gone }: { gone: readonly PlacedItem[] }) =>
  gone.length > 0 ? (
    <details data-test="gone">
      <summary>{fillTemplate(off.gone, { count: formatAmount(gone.length) })}</summary>
      <ul>
        {gone.map((item) => (
          <li key={item.box_no}>
            <ItemLink item={item} />
          </li>
        ))}
      </ul>
    </details>
  ) : null;

const WholeOffShelf = () => {
  const { gone, ...list } = useOffShelf();
  const { items, loadMore } = list;
  return (
    <WholeQueue
      icon="floor"
      title={words.offShelf}
      count={formatShortCount(items.length, loadMore)}
      emptyText={off.none}
      list={list}
      below={<GoneBoxes gone={gone} />}
    >
      <ItemTable
        data-test="off-shelf"
        countsRows
        rows={items}
        more={loadMore}
        groupOf={({ registered_at }) => (isOlderThanDay(registered_at) ? off.long : off.today)}
        columns={[
          [kinds.goods, (item) => <ItemLink item={item} />],
          [columns.for, ({ registered_at }) => formatAge(registered_at), "n"],
          [columns.since, ({ registered_at }) => formatTime(registered_at)],
          [columns.note, ({ location }) => location],
          [columns.by, ({ who }) => shownNameOf(who)],
        ]}
      />
    </WholeQueue>
  );
};

const WholeRefused = () => {
  const list = useRefusals();
  const { items, loadMore } = list;
  return (
    <WholeQueue
      icon="refused"
      title={words.refused.title}
      count={formatShortCount(items.length, loadMore)}
      emptyText={words.noneRefused}
      list={list}
    >
      <ol class="queue" data-test="refused">
        {groupRefusals(items).map(([key, repeats]) => (
          <RefusalGroup key={key} repeats={repeats} />
        ))}
      </ol>
    </WholeQueue>
  );
};

export const QueueView = ({ code }: { code: string }) =>
  code === "refused" ? <WholeRefused /> : <WholeOffShelf />;
