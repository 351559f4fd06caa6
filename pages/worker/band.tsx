import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../shared/icon.tsx";
import { goodsOrBox, lineOf } from "../shared/line.tsx";
import { amount, Code, fill, listOf, sentence, time } from "../shared/text.tsx";
import { Button, listed, Was } from "./button.tsx";
import { client, understand } from "./client.ts";
import {
  isPlace,
  isRefused,
  type OutcomeName,
  partsOf,
  type Row,
  type Scanned,
  type TakeBack,
} from "./rows.ts";
import { Saving } from "./saving.tsx";
import { allRecorded, send } from "./send.ts";
import { nameOf, ofOthers } from "./sign-in.ts";
import { isHeld, state, waiting } from "./store.ts";

const { news, again, acts, problems, notes } = words;

export const Scan = ({ scan }: { scan: Scanned }) => {
  const { route } = scan;
  const isCorrection = route === "edit-box" || route === "patch-attachment-box";
  const own =
    route === "clear-place" ? words.lines.left : isCorrection ? news.corrected : undefined;
  return lineOf(partsOf(scan), own);
};

/** What is so again after a scan that takes another one back. */
const againOf = (scan: Scanned, { hadNone }: TakeBack) => {
  const parts = partsOf(scan);
  // A move back leads to the box that the goods came from.
  const { to_box_no: box_no = parts.box_no, quantity, off_shelf } = parts;
  const moved = { ...parts, box_no };
  if (scan.route === "clear-place") return lineOf(parts, hadNone ? again.nowhere : again.left);
  if (isPlace(scan)) return lineOf(parts, off_shelf ? again.offShelf : again.shelved);
  return lineOf(moved, quantity ? again.boxed : again.unboxed);
};

export const What = ({ row: { entry, outcome, newer } }: { row: Row }) => {
  const goods = goodsOrBox(partsOf(entry));
  const back = state().takesBack[entry.id];
  if (back && outcome === "kept") return fill(again.waits, { what: <Scan scan={entry} /> });
  if (back && outcome === "recorded") return againOf(entry, back);
  if (outcome === "superseded")
    return newer?.location
      ? fill(news.newerOn, { goods, shelf: <Code>{newer.location}</Code> })
      : fill(newer?.cleared ? words.lines.left : news.newerOff, { goods });
  if (outcome !== "refused") return <Scan scan={entry} />;
  const { stale } = state().advice[entry.id] ?? {};
  if (stale)
    return fill(news.stale, { goods, count: amount(stale.now), before: amount(stale.before) });
  const { aside = "failing", refusal } = entry;
  return refusal ? sentence(refusal) : problems[aside];
};

/** Below that: when goods were scanned elsewhere, and by whom, or that nobody is sure. */
export const moreOf = ({ newer, gone, entry }: Row) => {
  const { id, fields, queuedAt, route, refusal, sent } = entry;
  if (gone) return !sent && notes.notSent;
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
  const { id, aside } = row.entry;
  const { corrections = [] } = state().advice[id] ?? {};
  return (
    <p class="row">
      {!isHeld() &&
        corrections.map(({ command, meaning, held }, at) => (
          <Button
            key={at}
            word={<Saving meaning={meaning} held={held} />}
            test="act"
            main={at === 0}
            run={async () => (await send(command, { added: meaning.added })) && understand(row)}
          />
        ))}
      {aside && aside !== "expired" && (
        <Button word={acts.tryAgain} main run={() => client.retry(id)} />
      )}
      <Button word={acts.understood} test="understood" run={() => understand(row)} />
    </p>
  );
};

const { people, outcomes } = words;

/** It was taken back, or another one by it: the word and the icon say so, the colour is that of what is recorded. */
const takenBack = ({ gone, outcome, entry: { id } }: Row) =>
  gone || (outcome === "recorded" && state().takesBack[id])
    ? ({ icon: "undo", word: outcomes.takenBack } as const)
    : undefined;

/** The rows without those that are taken back by another. */
export const withoutTakenBack = (rows: readonly Row[]): Row[] => {
  const { takesBack } = state();
  const gone = rows.flatMap(({ entry: { id }, outcome }) =>
    outcome === "recorded" ? (takesBack[id]?.of ?? []) : [],
  );
  return rows.filter(({ entry }) => !gone.includes(entry.id));
};

type Shown = Readonly<{
  outcome: OutcomeName;
  icon?: IconName;
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
  if (band?.is === "recorded")
    return { outcome: "recorded", word: allRecorded(band.count), what: news.noneWaits };
  const more = row && ((row === rows[0] && note) || moreOf(row));
  return row && { outcome: row.outcome, ...takenBack(row), what: <What row={row} />, note: more };
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
      {band && <Icon name={band.icon ?? band.outcome} />}
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
    {rows.slice(0, listed).map((row) => {
      const { entry, outcome } = row;
      const { quantity } = partsOf(entry);
      const asks = outcome === "kept" ? <What row={row} /> : <Scan scan={entry} />;
      return (
        <Was key={entry.id} outcome={outcome} {...takenBack(row)} at={entry.queuedAt}>
          {whole ? asks : goodsOrBox(partsOf(entry))}
          {!whole && quantity !== undefined && <span class="n soft"> × {amount(quantity)}</span>}
          {entry.by !== state().who?.id && <span class="soft"> {nameOf(entry.by)}</span>}
        </Was>
      );
    })}
  </ol>
);
