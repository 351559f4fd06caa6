import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { Icon } from "../shared/icon.tsx";
import { goodsOrBox } from "../shared/line.tsx";
import { amount, Code, fill, listOf, time } from "../shared/text.tsx";
import { understand } from "./client.ts";
import { Correct } from "./correct.tsx";
import { Line, moreOf, What, wordOf } from "./lines.tsx";
import { isRefused, type OutcomeName, partsOf, type Row } from "./rows.ts";
import { nameOf, ofOthers } from "./sign-in.ts";
import { state, waiting } from "./store.ts";

const { people } = words;

type Shown = {
  readonly outcome: OutcomeName;
  readonly word: string;
  readonly what: ComponentChildren;
  readonly note?: ComponentChildren;
};

const bandOf = (row: Row | undefined): Shown | undefined => {
  const { full, band, note, rows } = state();
  if (full)
    return {
      outcome: "refused",
      word: words.outcomes.notKept,
      what: fill(waiting() ? words.full : words.wasFull, { goods: <Code>{full}</Code> }),
    };
  if (band?.is === "wrong")
    return {
      outcome: "wrong-label",
      word: band.word ?? words.outcomes.wrongLabel,
      what: fill(band.text, {
        label: <Code>{band.label}</Code>,
        goods: <Code>{band.label}</Code>,
        shelf: <Code>{band.shelf ?? ""}</Code>,
      }),
      note: band.note,
    };
  if (band?.is === "waiting") {
    const others = ofOthers();
    const names = listOf([...others].map(([id]) => nameOf(id)));
    const held = rows.some(({ entry, held }) => held && others.has(entry.by ?? ""));
    const count = amount([...others.values()].reduce((sum, one) => sum + one, 0));
    return {
      outcome: "kept",
      word: words.outcomes.kept,
      what: band.others
        ? fill(people.ofOther, { name: names, count })
        : fill(words.safe, { count: amount(waiting()) }),
      note: held ? fill(people.waitsFor, { name: names }) : band.others ? people.theirs : undefined,
    };
  }
  return (
    row && {
      outcome: row.outcome,
      word: wordOf(row.outcome),
      what: <What row={row} />,
      note: row === rows[0] ? (note ?? moreOf(row)) : moreOf(row),
    }
  );
};

/** What became of the last scan; it stays until the next one. */
export const Band = ({ row, hidden }: { row: Row | undefined; hidden: boolean }) => {
  const { resultCount } = state();
  const band = hidden ? undefined : bandOf(row);
  // Two animations in turn, so that two outcomes alike are seen as two.
  // It is always there, for a screen reader announces changes of what it knows.
  return (
    <div
      class={resultCount % 2 ? "band" : "band again"}
      data-test="outcome"
      data-outcome={band?.outcome}
      hidden={!band}
    >
      {band && <Icon name={band.outcome} />}
      <div role="status" aria-live="assertive">
        {band && <p class="word">{band.word}</p>}
        {band && <p class="what">{band.what}</p>}
        {band?.note && <p>{band.note}</p>}
      </div>
      {band && row && isRefused(row) && (
        <p class="row">
          <Correct row={row} />
          <button type="button" class="btn" data-test="understood" onClick={() => understand(row)}>
            {words.acts.understood}
          </button>
        </p>
      )}
    </div>
  );
};

/** A list says of what was recorded when, and of all else what it is. */
export const Trail = ({
  rows,
  label,
  whole,
}: {
  rows: readonly Row[];
  label: string;
  /** All that a row says, and not its goods alone. */
  whole?: boolean;
}) => {
  const { who } = state();
  return (
    <ol class="trail" aria-label={label}>
      {rows.map(({ entry, outcome, gone }) => {
        const { quantity } = partsOf(entry);
        return (
          <li key={entry.id} data-outcome={outcome}>
            <Icon name={outcome} />
            <span>
              {whole ? <Line scan={entry} /> : goodsOrBox(partsOf(entry))}
              {!whole && quantity !== undefined && (
                <span class="n soft"> × {amount(quantity)}</span>
              )}
              {entry.by !== who?.id && <span class="soft"> {nameOf(entry.by)}</span>}
            </span>
            <span class="word">{gone ? words.outcomes.takenBack : wordOf(outcome)}</span>
            <time class="soft">{time(entry.queuedAt)}</time>
          </li>
        );
      })}
    </ol>
  );
};
