import words from "site:words/board";
import type { ComponentChildren } from "preact";
import type { Answer } from "#lib/page/requests.ts";
import { Icon } from "../shared/icon.tsx";
import { lineOf } from "../shared/line.tsx";
import { sentence, time } from "../shared/text.tsx";
import { type List, useList } from "./answer.ts";
import { read } from "./client.ts";
import { Csv } from "./csv.tsx";
import {
  age,
  count,
  goodsIn,
  groups,
  isOld,
  itemsIn,
  Link,
  More,
  nameOf,
  Table,
  Thing,
  times,
} from "./parts.tsx";

const { off, columns, kinds } = words;

type ListedProps = {
  id: string;
  title: string;
  none: string;
  list: List<object>;
  /** Where not all of them are counted. */
  counted?: string;
  children: ComponentChildren;
};
/** A list under its heading, with how much is in it. */
const Listed = ({ id, title, none, list, counted, children }: ListedProps) => {
  const { found, all, more } = list;
  return (
    <section aria-labelledby={id}>
      <div class="apart">
        <h2 id={id}>
          {title} {found?.answer && <span class="n">{counted ?? count(all.length, more)}</span>}
        </h2>
        <Csv name={title} rows={all} />
      </div>
      {all.length > 0 ? (
        children
      ) : (
        <p class="soft" data-test={id}>
          {found?.answer ? none : words.asking}
        </p>
      )}
      <More run={more}>{words.more}</More>
    </section>
  );
};

export const OffShelf = () => {
  const list = useList(
    (cursor) => read("location-overview", { off_shelf: true, cursor }),
    ({ off_shelf }) => itemsIn(off_shelf),
  );
  const { all, more } = list;
  return (
    <Listed
      id="off-shelf"
      title={words.offShelf}
      none={off.none}
      list={list}
      counted={goodsIn(all, more)}
    >
      <Table
        class="n"
        data-test="off-shelf"
        rows={all}
        more={more}
        groupOf={({ registered_at }) => (isOld(registered_at) ? off.long : off.today)}
        columns={[
          [
            kinds.goods,
            (item) => (
              <>
                <Thing of={item} />
                {item.location !== undefined && <span class="soft">{item.location}</span>}
              </>
            ),
          ],
          [columns.for, ({ registered_at }) => age(registered_at)],
          [columns.since, ({ registered_at }) => time(registered_at), "more"],
          [columns.by, ({ who }) => nameOf(who), "more"],
        ]}
      />
    </Listed>
  );
};

type One = Answer<"get-refusals">["refusals"][number];

const What = ({ one }: { one: One }) => (
  <>
    <time dateTime={one.refused_at}>{time(one.refused_at)}</time>{" "}
    {lineOf(one, undefined, <Thing of={{ ...one, category: undefined }} />, Link)}{" "}
    <span class="soft">{nameOf(one.who)}</span>
  </>
);

/** Repeats of one sentence about the same goods are folded into the newest. */
const Line = ({ repeats: [one, ...others] }: { repeats: readonly [One, ...One[]] }) => {
  const oldest = others.at(-1);
  return (
    <li data-outcome="refused">
      <Icon name="refused" />
      <div>
        <p>
          <What one={one} />
        </p>
        <p>{sentence(one)}</p>
        {oldest && (
          <details class="fold">
            <summary>{times(others.length + 1, oldest.refused_at)}</summary>
            <ul>
              {others.map((other, at) => (
                <li key={others.length - at}>
                  <What one={other} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
};

export const Refused = () => {
  const list = useList(
    (cursor) => read("get-refusals", { cursor }),
    ({ refusals }) => refusals,
  );
  return (
    <Listed id="refused" title={words.refused.title} none={words.noneRefused} list={list}>
      <ol class="lines log" data-test="refused">
        {groups(list.all, ({ zongpai, message }) => `${zongpai} ${message}`).map(
          ([key, repeats]) => (
            <Line key={key} repeats={repeats} />
          ),
        )}
      </ol>
    </Listed>
  );
};
