import words from "site:words/worker";
import type { WriteId } from "#lib/page/requests.ts";
import { categoryName } from "../shared/category-name.ts";
import { amount, Code, fill, sentence, time } from "../shared/text.tsx";
import { codesOf, type OutcomeName, partsOf, type Row, type Scanned } from "./rows.ts";

const { lines } = words;

/** Of the writes that this page sends; one that is not listed is shown as a place. */
const templates: Readonly<Partial<Record<WriteId, string>>> = {
  "post-box": lines.boxed,
  "edit-box": lines.corrected,
  "delete-box": lines.unboxed,
  "clear-place": lines.left,
  "move-item": lines.moved,
  "post-attachment-box": lines.attachmentBoxed,
  "patch-attachment-box": lines.attachmentCorrected,
  "delete-attachment-box": lines.attachmentUnboxed,
};

const templateOf = ({ route, fields }: Scanned) =>
  templates[route] ??
  (fields.category
    ? fields.off_shelf
      ? lines.attachmentOffShelf
      : lines.attachmentShelved
    : fields.off_shelf
      ? lines.offShelf
      : lines.shelved);

export const Line = ({ scan }: { scan: Scanned }) => {
  const { zongpai, box_no = "", to_box_no = "", location = "", ...more } = partsOf(scan);
  return fill(templateOf(scan), {
    goods: <Code>{zongpai}</Code>,
    box: <Code>{box_no}</Code>,
    other: <Code>{to_box_no}</Code>,
    shelf: <Code>{location}</Code>,
    category: more.category && categoryName(more.category),
    count: amount(more.quantity),
  });
};

/** What became of a scan. */
export const What = ({ row }: { row: Row }) => {
  const { entry, outcome, newer, gone, takesBack } = row;
  const goods = <Code>{entry.goods}</Code>;
  if (gone || (takesBack && entry.route === "clear-place")) return fill(lines.takenBack, { goods });
  if (outcome === "superseded")
    return newer?.location
      ? fill(lines.newerOn, { goods, shelf: <Code>{newer.location}</Code> })
      : fill(newer?.cleared ? lines.left : lines.newerOff, { goods });
  return outcome === "refused" ? <Why row={row} /> : <Line scan={entry} />;
};

/** Why it was not recorded. */
export const Why = ({ row }: { row: Row }) => {
  const { aside = "failing", refusal } = row.entry;
  return refusal ? sentence(refusal.message, codesOf(row)) : words.problems[aside];
};

/** Below that: since when goods are elsewhere, or that nobody is sure. */
export const moreOf = ({ newer, outcome, entry }: Row) =>
  newer?.registered_at
    ? fill(lines.since, { time: time(newer.registered_at) })
    : outcome === "refused" && entry.refusal?.unsure
      ? words.problems.unsure
      : undefined;

/** The word of an outcome: the same in the band, the lists and the header. */
export const wordOf = (outcome: OutcomeName): string => {
  const { outcomes } = words;
  return outcome === "wrong-label" ? outcomes.wrongLabel : outcomes[outcome];
};
