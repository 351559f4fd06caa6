import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { Icon } from "../shared/icon.tsx";
import { goodsOrBox, lineOf } from "../shared/line.tsx";
import { amount, Code, fill, listOf, sentence, time } from "../shared/text.tsx";
import { Button, listed, Was } from "./button.tsx";
import { client, understand } from "./client.ts";
import { codesOf, isRefused, type OutcomeName, partsOf, type Row, type Scanned } from "./rows.ts";
import { send } from "./send.ts";
import { nameOf, ofOthers } from "./sign-in.ts";
import { isHeld, state, waiting } from "./store.ts";

const { news, acts, problems } = words;

export const Scan = ({ scan }: { scan: Scanned }) => {
  const { route } = scan;
  const isCorrection = route === "edit-box" || route === "patch-attachment-box";
  const own =
    route === "clear-place" ? words.lines.left : isCorrection ? news.corrected : undefined;
  return lineOf(partsOf(scan), own);
};

export const What = ({ row: { entry, outcome, newer, gone, takesBack } }: { row: Row }) => {
  const goods = goodsOrBox(partsOf(entry));
  if (gone || (takesBack && entry.route === "clear-place")) return fill(news.takenBack, { goods });
  if (outcome === "superseded")
    return newer?.location
      ? fill(news.newerOn, { goods, shelf: <Code>{newer.location}</Code> })
      : fill(newer?.cleared ? words.lines.left : news.newerOff, { goods });
  if (outcome !== "refused") return <Scan scan={entry} />;
  const { aside = "failing", refusal } = entry;
  return refusal ? sentence(refusal.message, codesOf(entry)) : problems[aside];
};

/** Below that: when goods were scanned elsewhere, and by whom, or that nobody is sure. */
export const moreOf = ({ newer, entry: { id, fields, queuedAt, route, refusal } }: Row) => {
  if (newer?.registered_at) {
    const name = state().advice[id]?.who;
    const own = Date.parse(String(fields.scanned_at)) || queuedAt;
    const at = { time: time(newer.registered_at), own: time(own), name };
    return fill(name === undefined ? news.since : news.sinceBy, at);
  }
  if (refusal) return refusal.unsure && problems.unsure;
  return route === "post-box-location" && news.contents;
};

/** What the worker may do with a refusal: what would pass in its place, if somebody is signed in; once more, or nothing. */
export const Settle = ({ row }: { row: Row }) => {
  const { id, aside, route } = row.entry;
  const { correction } = state().advice[id] ?? {};
  const fields = correction?.fields;
  return (
    <p class="row">
      {!isHeld() && correction && fields && "quantity" in fields && (
        <Button
          word={fill(correction.route === route ? words.save : words.setTo, {
            count: amount(fields.quantity),
          })}
          test="act"
          main
          run={async () => (await send(correction)) && understand(row)}
        />
      )}
      {aside && aside !== "expired" && (
        <Button word={acts.tryAgain} main run={() => client.retry(id)} />
      )}
      <Button word={acts.understood} test="understood" run={() => understand(row)} />
    </p>
  );
};

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
    const name = listOf([...new Set(others.map(({ entry }) => nameOf(entry.by)))]);
    const waitsFor = others.some((one) => one.state === "held") && fill(people.waitsFor, { name });
    return {
      outcome: "kept",
      what: band.others
        ? fill(people.ofOther, { name, count: amount(others.length) })
        : fill(words.safe, { count: amount(waiting()) }),
      note: waitsFor || (band.others && people.theirs),
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
        {band && (
          <>
            <p class="word">{band.word ?? outcomes[band.outcome]}</p>
            <p class="what">{band.what}</p>
            {band.note && <p>{band.note}</p>}
          </>
        )}
      </div>
      {band && row && isRefused(row) && <Settle row={row} />}
    </div>
  );
};

/** A list says of what was recorded when, and of all else what it is; `whole`: all that a row says, and not its goods alone. */
export const Trail = ({
  rows,
  label,
  whole,
}: {
  rows: readonly Row[];
  label: string;
  whole?: boolean;
}) => (
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
