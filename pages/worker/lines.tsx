import words from "site:words/worker";
import { goodsOrBox, lineOf } from "../shared/line.tsx";
import { Code, fill, sentence, time } from "../shared/text.tsx";
import { codesOf, type OutcomeName, partsOf, type Row, type Scanned } from "./rows.ts";
import { state } from "./store.ts";

const { news } = words;

export const Line = ({ scan }: { scan: Scanned }) =>
  lineOf(
    partsOf(scan),
    scan.route === "clear-place"
      ? news.left
      : scan.route === "edit-box" || scan.route === "patch-attachment-box"
        ? news.corrected
        : undefined,
  );

/** What became of a scan. */
export const What = ({ row }: { row: Row }) => {
  const { entry, outcome, newer, gone, takesBack } = row;
  const goods = goodsOrBox(partsOf(entry));
  if (gone || (takesBack && entry.route === "clear-place")) return fill(news.takenBack, { goods });
  if (outcome === "superseded")
    return newer?.location
      ? fill(news.newerOn, { goods, shelf: <Code>{newer.location}</Code> })
      : fill(newer?.cleared ? news.left : news.newerOff, { goods });
  return outcome === "refused" ? <Why row={row} /> : <Line scan={entry} />;
};

/** Why it was not recorded. */
export const Why = ({ row }: { row: Row }) => {
  const { aside = "failing", refusal } = row.entry;
  return refusal ? sentence(refusal.message, codesOf(row)) : words.problems[aside];
};

/** When goods were scanned elsewhere, and by whom as far as that is known. */
const sinceOf = (at: string, { id, fields, queuedAt }: Row["entry"]) => {
  const name = state().advice[id]?.who;
  const own = Date.parse(String(fields.scanned_at)) || queuedAt;
  return name === undefined
    ? fill(news.since, { time: time(at) })
    : fill(news.sinceBy, { name, time: time(at), own: time(own) });
};

/** Below that: since when goods are elsewhere, or that nobody is sure. */
export const moreOf = ({ newer, outcome, entry }: Row) =>
  newer?.registered_at
    ? sinceOf(newer.registered_at, entry)
    : outcome === "refused" && entry.refusal?.unsure
      ? words.problems.unsure
      : entry.route === "post-box-location"
        ? news.contents
        : undefined;

/** The word of an outcome: the same in the band, the lists and the header. */
export const wordOf = (outcome: OutcomeName): string => {
  const { outcomes } = words;
  return outcome === "wrong-label" ? outcomes.wrongLabel : outcomes[outcome];
};
