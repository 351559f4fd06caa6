import words from "site:words/board";
import type { ComponentChildren } from "preact";
import { amount, amountIn, Code, fill, time } from "../shared/text.tsx";
import { type Kind, linkTo } from "./address.ts";
import { saveCsv } from "./csv.ts";
import type { Counted, Item, List } from "./store.ts";

export const Link = ({ kind, code }: { kind: Kind; code: string }) => (
  <a href={linkTo(kind, code)}>
    <Code>{code}</Code>
  </a>
);

/** Goods, or a box by itself. */
export const Named = ({
  of: { zongpai, box_no = "" },
}: {
  of: Pick<Item, "zongpai" | "box_no">;
}) =>
  zongpai ? (
    <Link kind="goods" code={zongpai} />
  ) : (
    <>
      {words.kinds.box} <Link kind="box" code={box_no} />
    </>
  );

/** How many are goods or attachments: boxes by themselves are not counted. */
export const goodsIn = (all: readonly Item[]): number =>
  all.filter(({ zongpai }) => zongpai).length;

/** Without keys everybody has the same name, which says nothing. */
export const named = provedBy !== "nothing";

export const count = (number: number, more: boolean) => amount(number) + (more ? "+" : "");

export const Count = ({ goods, more }: Pick<Counted, "goods" | "more">) => (
  <span class="n" data-test="count">
    {goods !== undefined && count(goods, more)}
  </span>
);

const minute = 60_000;
/** How long ago an instant is, in one unit. */
export const age = (instant: string) => {
  const ago = Math.max(0, Date.now() - Date.parse(instant)) / minute;
  if (ago < 60) return amountIn("minute", ago);
  return ago < 1_440 ? amountIn("hour", ago / 60) : amountIn("day", ago / 1_440);
};

export const isOld = (instant: string): boolean =>
  Date.now() - Date.parse(instant) >= 1_440 * minute;

/** Saves what is shown as a file. */
export const Csv = ({ name, rows }: { name: string; rows: readonly object[] | undefined }) =>
  rows?.length ? (
    <button
      type="button"
      class="act"
      data-test="csv"
      aria-label={`CSV: ${name}`}
      onClick={() => void saveCsv(name, rows)}
    >
      CSV
    </button>
  ) : null;

/** That something was repeated. */
export const times = (number: number, since: string) =>
  fill(words.times, { count: amount(number), time: time(since) });

type SectionProps = {
  readonly id: string;
  readonly class?: string;
  readonly title: ComponentChildren;
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
};
export const Section = ({ id, title, beside, children, ...more }: SectionProps) => (
  <section aria-labelledby={id} {...more}>
    <div class="apart">
      <h2 id={id}>{title}</h2>
      {beside}
    </div>
    {children}
  </section>
);

type Column = string | { readonly name: string; readonly class: string };
export const Columns = ({ of }: { of: readonly (Column | false)[] }) => (
  <thead>
    <tr>
      {of.map((column, at) => {
        const { name, ...more } = typeof column === "object" ? column : { name: column };
        return (
          name && (
            <th key={at} scope="col" {...more}>
              {name}
            </th>
          )
        );
      })}
    </tr>
  </thead>
);

export const More = ({ run, children }: { run: () => unknown; children: ComponentChildren }) => (
  <p>
    <button type="button" class="link" onClick={() => void run()}>
      {children}
    </button>
  </p>
);

type ListedProps = {
  readonly id: string;
  readonly say: { readonly title: string; readonly none: string };
  readonly list: List<object> | undefined;
  /** Where not all of them are counted. */
  readonly counted?: number;
  readonly more: () => unknown;
  readonly children: ComponentChildren;
};
/** A list under its heading, with how much is in it. */
export const Listed = ({
  id,
  say,
  list,
  counted = list?.all.length ?? 0,
  more,
  children,
}: ListedProps) => (
  <Section
    id={id}
    beside={<Csv name={say.title} rows={list?.all} />}
    title={
      <>
        {say.title} {list && <span class="n">{count(counted, list.more)}</span>}
      </>
    }
  >
    {list?.all.length ? (
      children
    ) : (
      <p class="soft" data-test={id}>
        {list ? say.none : words.asking}
      </p>
    )}
    {list?.more && <More run={more}>{words.more}</More>}
  </Section>
);
