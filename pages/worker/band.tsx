import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { amount, Code, fill, sentence, time } from "../shared/text.tsx";
import { codesOf, Line, NewerLine, sinceLine, wordOf } from "./lines.tsx";
import { type Result, state } from "./store.ts";

const What = ({ result }: { result: Result }) => {
  const { outcome, scan } = result;
  if (result.gone)
    return fill(words.lines.takenBack, { goods: <Code>{String(scan.fields.zongpai)}</Code> });
  if (outcome === "superseded") return <NewerLine {...result} />;
  if (outcome === "refused") return sentence(result.sentence ?? "", codesOf(scan));
  return <Line scan={scan} />;
};

const bandOf = (shown: Result | undefined) => {
  const { wrong, full, waiting, note, results } = state();
  if (full)
    return {
      outcome: "refused",
      word: words.outcomes.notKept,
      what: fill(waiting ? words.full : words.wasFull, { goods: <Code>{full}</Code> }),
      note: undefined,
    } as const;
  if (wrong)
    return {
      outcome: "wrong-label",
      word: wrong.word ?? words.outcomes.wrongLabel,
      what: fill(wrong.text, { label: <Code>{wrong.label}</Code> }),
      note: wrong.note,
    } as const;
  if (!shown) return undefined;
  const unsure = shown.unsure ? words.problems.unsure : undefined;
  const more = shown.newer ? sinceLine(shown.newer.registered_at) : unsure;
  return {
    outcome: shown.outcome,
    word: wordOf(shown.outcome),
    what: <What result={shown} />,
    note: shown === results[0] ? (note ?? more) : more,
  };
};

/** What became of the last scan; it stays until the next one, unless something else is in its place (`away`). */
export const Band = ({ shown, away }: { shown: Result | undefined; away: boolean }) => {
  const { resultCount } = state();
  const band = away ? undefined : bandOf(shown);
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
    </div>
  );
};

/** The scans before, one line each: their goods, or with `whole` all that they say. */
export const Trail = ({
  results,
  label,
  whole,
}: {
  results: readonly Result[];
  label: string;
  whole?: boolean;
}) => (
  <ol class="trail" aria-label={label}>
    {results.map(({ id, outcome, scan, at, gone }) => (
      <li key={id} data-outcome={outcome}>
        <Icon name={outcome} />
        <span>
          {whole ? <Line scan={scan} /> : <Code>{String(scan.fields.zongpai)}</Code>}
          {!whole && scan.fields.quantity !== undefined && (
            <span class="n soft"> × {amount(Number(scan.fields.quantity))}</span>
          )}
        </span>
        <span class="word">{gone ? words.outcomes.takenBack : wordOf(outcome)}</span>
        <time class="soft">{time(at)}</time>
      </li>
    ))}
  </ol>
);
