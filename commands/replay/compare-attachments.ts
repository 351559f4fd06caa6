import { AttachmentStatusResponse } from "#lib/domain/attachment-status.ts";
import type { BoxInfoResponse } from "#lib/domain/box-info.ts";
import site from "#site";
import { type Attachment, endOf } from "./attachments.ts";
import type { Answer } from "./client.ts";
import { answered, differences, type Facts, offShelf } from "./facts.ts";
import type { Goods } from "./goods.ts";

type Entry = Pick<BoxInfoResponse["entries"][number], "zongpai" | "category" | "quantity">;

/** The attachments' part of a box, as an answer has it or as the files do. */
export const entryFacts = (entries: readonly Entry[]) => [
  ["number of entries", entries.length] as const,
  ...entries.map(({ zongpai, category, quantity }) => [`entry ${zongpai} ${category}`, quantity] as const),
];

/** The entries that must be in a box of which these are the attachments. */
export const entriesInFiles = (attachments: readonly Attachment[]): Entry[] =>
  attachments
    .map((attachment) => ({ zongpai: attachment.goods.zongpai, category: attachment.category, quantity: endOf(attachment).boxed }))
    .filter(({ quantity }) => quantity > 0);

const wordOf = (evidenced: boolean) => site.attachment.evidence[evidenced ? "present" : "absent"];

const statusInFiles = (attachment: Attachment): Facts => {
  const { goods, category, configured } = attachment;
  const { boxed, headroom, evidenced } = endOf(attachment);
  return new Map<string, string | number>([
    [`${category} configured`, configured],
    [`${category} boxed`, boxed],
    [`${category} headroom`, headroom],
    [`${category} evidence`, wordOf(evidenced)],
    [`${category} location`, goods.location ?? offShelf],
  ]);
};

const status = AttachmentStatusResponse(site);

/** What an answer of attachment status says otherwise than the files; goods without an attachment have no category at all. */
export const statusDifferences = ({ zongpai }: Goods, attachment: Attachment | undefined, answer: Answer): string[] => {
  const said = answered(status, answer);
  if (typeof said === "string") return [`${zongpai}: ${said}`];
  const actual = said.categories.flatMap((line) => {
    const place = line.off_shelf ? offShelf : line.location;
    return [
      ...(line.configured_quantity === undefined ? [] : [[`${line.category} configured`, line.configured_quantity] as const]),
      [`${line.category} boxed`, line.boxed_quantity] as const,
      ...(line.headroom === undefined ? [] : [[`${line.category} headroom`, line.headroom] as const]),
      [`${line.category} evidence`, wordOf(line.evidence)] as const,
      ...(place === undefined ? [] : [[`${line.category} location`, place] as const]),
    ];
  });
  return differences(zongpai, new Map<string, string | number>(actual), attachment ? statusInFiles(attachment) : new Map());
};
