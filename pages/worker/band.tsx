import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { amount, Code, fill, sentence, time } from "../shared/text.tsx";
import { codesOf, Line, NewerLine, sinceLine, wordOf } from "./lines.tsx";
import { state, type Told } from "./store.ts";

/** What became of a scan, in full. */
const What = ({ told }: { told: Told }) => {
  const { outcome, scan } = told;
  if (told.gone)
    return fill(words.lines.takenBack, { goods: <Code>{String(scan.fields.zongpai)}</Code> });
  if (outcome === "superseded") return <NewerLine {...told} />;
  if (outcome === "refused") return sentence(told.sentence ?? "", codesOf(scan));
  return <Line scan={scan} />;
};

const bandOf = (shown: Told | undefined) => {
  const { wrong, full, waiting, note, told } = state();
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
  const more = shown.newer ? sinceLine(shown.newer.registered_at) : undefined;
  return {
    outcome: shown.outcome,
    word: wordOf(shown.outcome),
    what: <What told={shown} />,
    note: shown === told[0] ? (note ?? more) : more,
  };
};

/** What became of the last scan; it stays until the next one. A screen that shows something else in its place has `away`. */
export const Band = ({ shown, away }: { shown: Told | undefined; away: boolean }) => {
  const { tellings } = state();
  const band = away ? undefined : bandOf(shown);
  // Each telling flashes the edge by an animation of another name, so that two alike are seen as two.
  // It stays in the page without an outcome, too: a screen reader tells the changes of what it knows.
  return (
    <div
      class={tellings % 2 ? "band" : "band again"}
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
  told,
  label,
  whole,
}: {
  told: readonly Told[];
  label: string;
  whole?: boolean;
}) => (
  <ol class="trail" aria-label={label}>
    {told.map(({ id, outcome, scan, at, gone }) => (
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
