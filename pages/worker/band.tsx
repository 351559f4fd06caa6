import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { Icon } from "../shared/icon.tsx";
import { goodsOrBox } from "../shared/line.tsx";
import { amount, Code, fill, listOf } from "../shared/text.tsx";
import { listed, Was } from "./button.tsx";
import { moreOf, Scan, Settle, What } from "./lines.tsx";
import { isRefused, type OutcomeName, partsOf, type Row } from "./rows.ts";
import { nameOf, ofOthers } from "./sign-in.ts";
import { state, waiting } from "./store.ts";

const { people, outcomes } = words;

type Shown = Readonly<{
  outcome: OutcomeName;
  word?: string;
  what: ComponentChildren;
  note?: ComponentChildren;
}>;

const bandOf = (row: Row | undefined): Shown | undefined => {
  const { full, band, note, rows } = state();
  if (full) {
    const what = fill(waiting() ? words.full : words.wasFull, { goods: <Code>{full}</Code> });
    return { outcome: "refused", word: outcomes.notKept, what };
  }
  if (band?.is === "wrong") {
    const label = <Code>{band.label}</Code>;
    const what = fill(band.text, { label, goods: label, shelf: <Code>{band.shelf ?? ""}</Code> });
    return { outcome: "wrong-label", word: band.word, what, note: band.note };
  }
  if (band?.is === "waiting") {
    const others = ofOthers();
    const name = listOf([...others.keys()].map(nameOf));
    const held = rows.some((one) => one.held && others.has(one.entry.by ?? ""));
    const theirs = [...others.values()].reduce((sum, one) => sum + one, 0);
    return {
      outcome: "kept",
      what: band.others
        ? fill(people.ofOther, { name, count: amount(theirs) })
        : fill(words.safe, { count: amount(waiting()) }),
      note: held ? fill(people.waitsFor, { name }) : band.others && people.theirs,
    };
  }
  const more = row && ((row === rows[0] && note) || moreOf(row));
  return row && { outcome: row.outcome, what: <What row={row} />, note: more };
};

/** What became of the last scan; it stays until the next one. */
export const Band = ({ row, hidden }: { row: Row | undefined; hidden: boolean }) => {
  const band = hidden ? undefined : bandOf(row);
  // Two animations in turn, so that two outcomes alike are seen as two.
  // It is always there, for a screen reader announces changes of what it knows.
  return (
    <div
      class={state().resultCount % 2 ? "band" : "band again"}
      data-test="outcome"
      data-outcome={band?.outcome}
      hidden={!band}
    >
      {band && <Icon name={band.outcome} />}
      <div role="status" aria-live="assertive">
        {band && <p class="word">{band.word ?? outcomes[band.outcome]}</p>}
        {band && <p class="what">{band.what}</p>}
        {band?.note && <p>{band.note}</p>}
      </div>
      {band && row && isRefused(row) && <Settle row={row} />}
    </div>
  );
};

type TrailProps = Readonly<{
  rows: readonly Row[];
  label: string;
  /** All that a row says, and not its goods alone. */
  whole?: boolean;
}>;

/** A list says of what was recorded when, and of all else what it is. */
export const Trail = ({ rows, label, whole }: TrailProps) => (
  <ol class="trail" aria-label={label}>
    {rows.slice(0, listed).map(({ entry, outcome, gone }) => {
      const { quantity } = partsOf(entry);
      const word = gone ? outcomes.takenBack : undefined;
      return (
        <Was key={entry.id} outcome={outcome} word={word} at={entry.queuedAt}>
          {whole ? <Scan scan={entry} /> : goodsOrBox(partsOf(entry))}
          {!whole && quantity !== undefined && <span class="n soft"> × {amount(quantity)}</span>}
          {entry.by !== state().who?.id && <span class="soft"> {nameOf(entry.by)}</span>}
        </Was>
      );
    })}
  </ol>
);
