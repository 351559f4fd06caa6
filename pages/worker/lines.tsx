import words from "site:words/worker";
import type { WriteId } from "#lib/page/requests.ts";
import { categoryName } from "../shared/category-name.ts";
import { amount, Code, fill, time } from "../shared/text.tsx";
import type { Result, Scanned } from "./store.ts";

const { lines } = words;

/** Of the writes that this page sends; one that is not listed is shown as a place. */
const templates: Readonly<Partial<Record<WriteId, string>>> = {
  "post-box": lines.boxed,
  "edit-box": lines.corrected,
  "delete-box": lines.unboxed,
  "clear-place": lines.takenBack,
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
  const { zongpai, box_no, location, category, quantity } = scan.fields;
  return fill(templateOf(scan), {
    goods: <Code>{String(zongpai)}</Code>,
    box: <Code>{String(box_no)}</Code>,
    shelf: <Code>{String(location)}</Code>,
    category: categoryName(String(category)),
    count: amount(Number(quantity)),
  });
};

export const codesOf = ({ fields }: Scanned): string[] =>
  ["zongpai", "box_no", "location"].flatMap((name) =>
    typeof fields[name] === "string" ? [fields[name]] : [],
  );

export const NewerLine = ({ scan, newer }: Pick<Result, "scan" | "newer">) => {
  const goods = <Code>{String(scan.fields.zongpai)}</Code>;
  return newer?.location
    ? fill(lines.newerOn, { goods, shelf: <Code>{newer.location}</Code> })
    : fill(lines.newerOff, { goods });
};

export const sinceLine = (instant: string) => fill(lines.since, { time: time(instant) });

/** The word of an outcome: the same in the band, the lists and the header. */
export const wordOf = (outcome: Result["outcome"]): string => {
  const { outcomes } = words;
  return outcome === "wrong-label" ? outcomes.wrongLabel : outcomes[outcome];
};
