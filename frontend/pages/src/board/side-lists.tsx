import words from "site:words/board";
import type { ComponentChildren } from "preact";
import { mayCall } from "../shared/rights.ts";
import { fillTemplate } from "../shared/text.tsx";
import { hrefOf } from "./address.ts";
import { formatAge } from "./facts.tsx";
import { formatShortCount } from "./item-table.tsx";
import { OffShelfItem, useOffShelf } from "./off-shelf.tsx";
import { RefusalSums } from "./refusal-sums.tsx";
import { countOpen, groupRefusals, RefusalGroup, useRefusals } from "./refusals.tsx";
import { boardState } from "./store.ts";
import type { PagedList } from "./use-answer.ts";

type QueueName = "refused" | "off-shelf";

/** The number of rows that a queue shows, so that every queue is in view. */
const rowsShown = 5;

type QueueSectionProps = {
  name: QueueName;
  title: string;
  emptyText: string;
  list: PagedList<object>;
  count: string;
  /** Shown after the number. */
  note?: ComponentChildren;
  /** Shown instead of the number and the note. */
  sum?: ComponentChildren;
  /** Shown above the rows. */
  sums?: ComponentChildren;
  rows: readonly ComponentChildren[];
};

/** The first rows of a queue, and a link to the full queue. */
const QueueSection = (props: QueueSectionProps) => {
  const { name, title, emptyText, list, count, note, sum, sums, rows } = props;
  const { result, items } = list;
  return (
    <section aria-labelledby={name}>
      <div class="apart head">
        <h2 id={name}>
          {title}{" "}
          {result?.answer && (
            <span class="n">
              {sum ?? (
                <>
                  {count}
                  {note && <>, {note}</>}
                </>
              )}
            </span>
          )}
        </h2>
        {items.length > 0 && (
          <a href={hrefOf("queue", name)}>{fillTemplate(words.all, { count })}</a>
        )}
      </div>
      {sums}
      {items.length > 0 ? (
        <ol class="queue" data-test={name}>
          {rows.slice(0, rowsShown)}
        </ol>
      ) : (
        <p class="soft" data-test={name}>
          {result?.answer ? emptyText : words.asking}
        </p>
      )}
    </section>
  );
};

const OffShelfQueue = () => {
  const list = useOffShelf();
  const { items, loadMore } = list;
  const [oldest] = items;
  return (
    <QueueSection
      name="off-shelf"
      title={words.offShelf}
      emptyText={words.off.none}
      list={list}
      count={formatShortCount(items.length, loadMore)}
      note={oldest && fillTemplate(words.off.oldest, { age: formatAge(oldest.registered_at) })}
      rows={items.map((item) => (
        <OffShelfItem key={`${item.zongpai} ${item.box_no} ${item.category}`} item={item} />
      ))}
    />
  );
};

const RefusalQueue = () => {
  const list = useRefusals();
  const { items, loadMore } = list;
  const open = countOpen(items);
  const note = fillTemplate(words.refused.open, { count: formatShortCount(open, loadMore) });
  return (
    <QueueSection
      name="refused"
      title={words.refused.title}
      emptyText={words.noneRefused}
      list={list}
      count={formatShortCount(items.length, loadMore)}
      note={open < items.length && note}
      sums={<RefusalSums refusals={items} more={loadMore} />}
      sum={open > 0 && open === items.length ? note : undefined}
      rows={groupRefusals(items).map(([key, repeats]) => (
        <RefusalGroup key={key} repeats={repeats} />
      ))}
    />
  );
};

/** All queues except the one that the middle pane shows in full. */
export const SideLists = () => {
  const { address } = boardState();
  const shownQueue = address?.kind === "queue" ? address.code : undefined;
  return (
    <div class="side">
      {mayCall("get-refusals") && shownQueue !== "refused" && <RefusalQueue />}
      {mayCall("location-overview") && shownQueue !== "off-shelf" && <OffShelfQueue />}
    </div>
  );
};
