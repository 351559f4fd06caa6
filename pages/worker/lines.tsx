import words from "site:words/worker";
import { goodsOrBox, lineOf } from "../shared/line.tsx";
import { amount, Code, fill, sentence, time } from "../shared/text.tsx";
import { Button } from "./button.tsx";
import { client, understand } from "./client.ts";
import { codesOf, partsOf, type Row, type Scanned } from "./rows.ts";
import { correct } from "./send.ts";
import { state } from "./store.ts";

const { news, acts, problems } = words;

/** What a scan was to do. */
export const Scan = ({ scan }: { scan: Scanned }) => {
  const { route } = scan;
  const isCorrection = route === "edit-box" || route === "patch-attachment-box";
  const own = route === "clear-place" ? news.left : isCorrection ? news.corrected : undefined;
  return lineOf(partsOf(scan), own);
};

/** What became of a scan. */
export const What = ({ row: { entry, outcome, newer, gone, takesBack } }: { row: Row }) => {
  const goods = goodsOrBox(partsOf(entry));
  if (gone || (takesBack && entry.route === "clear-place")) return fill(news.takenBack, { goods });
  if (outcome === "superseded")
    return newer?.location
      ? fill(news.newerOn, { goods, shelf: <Code>{newer.location}</Code> })
      : fill(newer?.cleared ? news.left : news.newerOff, { goods });
  if (outcome !== "refused") return <Scan scan={entry} />;
  const { aside = "failing", refusal } = entry;
  return refusal ? sentence(refusal.message, codesOf(entry)) : problems[aside];
};

/** Below that: when goods were scanned elsewhere, and by whom as far as that is known, or that nobody is sure. */
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

/** What the worker may do with a refusal: what would pass in its place, once more, or nothing. */
export const Settle = ({ row }: { row: Row }) => {
  const { id, aside, route } = row.entry;
  const { correction } = state().advice[id] ?? {};
  const fields = correction?.fields;
  return (
    <p class="row">
      {correction && fields && "quantity" in fields && (
        <Button
          word={fill(correction.route === route ? words.save : words.setTo, {
            count: amount(fields.quantity),
          })}
          test="act"
          main
          run={() => correct(row, correction)}
        />
      )}
      {aside && aside !== "expired" && (
        <Button word={acts.tryAgain} main run={() => client.retry(id)} />
      )}
      <Button word={acts.understood} test="understood" run={() => understand(row)} />
    </p>
  );
};
