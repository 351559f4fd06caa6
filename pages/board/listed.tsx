import words from "site:words/board";
import type { ComponentChildren } from "preact";
import type { List } from "./answer.ts";
import { Csv, count, More, Section } from "./parts.tsx";

type ListedProps = {
  id: string;
  title: string;
  none: string;
  list: List<object> | undefined;
  /** Where not all of them are counted. */
  counted?: string;
  children: ComponentChildren;
};
/** A list under its heading, with how much is in it. */
export const Listed = ({ id, title, none, list, counted, children }: ListedProps) => (
  <Section
    id={id}
    beside={<Csv name={title} rows={list?.all} />}
    title={
      <>
        {title} {list && <span class="n">{counted ?? count(list.all.length, list.more)}</span>}
      </>
    }
  >
    {list?.all.length ? (
      children
    ) : (
      <p class="soft" data-test={id}>
        {list ? none : words.asking}
      </p>
    )}
    <More run={list?.more}>{words.more}</More>
  </Section>
);
