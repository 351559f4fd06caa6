import type { Answer } from "#lib/client/types.ts";
import demo from "../../sites/demo.ts";
import { type Attachment, acceptable, endOf } from "./attachments.ts";
import type { Box } from "./data.ts";
import type { Goods } from "./goods.ts";

/** What can be said of a box or of goods: the name of each fact, and what it is. */
type Facts = Iterable<readonly [name: string, value: string | number | boolean | null | undefined]>;

/** How the facts of a place name goods, or an attachment, that are on no shelf. */
const offShelf = "off shelf";

/** A sentence for each fact that is otherwise than the files say; a fact that only one side knows is a difference too. */
const differences = (subject: string, actual: Facts, files: Facts): string[] => {
  const [found, wanted] = [new Map(actual), new Map(files)];
  return [...new Set([...wanted.keys(), ...found.keys()])]
    .filter((name) => found.get(name) !== wanted.get(name))
    .map((name) => `${subject}: ${name} is ${found.get(name) ?? "absent"}, the files say ${wanted.get(name) ?? "that there is none"}`);
};

type Entry = Pick<Answer<"get-box-info">["entries"][number], "zongpai" | "category" | "quantity">;

/** The attachments' part of a box, as an answer has it or as the files do. */
const entryFacts = (entries: readonly Entry[]) => [
  ["number of entries", entries.length] as const,
  ...entries.map(({ zongpai, category, quantity }) => [`entry ${zongpai} ${category}`, quantity] as const),
];

/** The entries that must be in a box of which these are the attachments. */
export const entriesInFiles = (attachments: readonly Attachment[]): Entry[] =>
  attachments
    .map((attachment) => ({ zongpai: attachment.goods.zongpai, category: attachment.category, quantity: endOf(attachment).boxed }))
    .filter(({ quantity }) => quantity > 0);

/**
 * What box info says otherwise than the files: the ERP's part, every item with its quantity, the total, and the entries of the box's
 * attachments. A text is what was told in place of an answer.
 */
export const boxDifferences = (box: Box, attachments: readonly Attachment[], info: Answer<"get-box-info"> | string): string[] => {
  if (typeof info === "string") return [`${box.box_no}: ${info}`];
  const packed = box.goods.filter(({ received }) => acceptable(received));
  const actual: Facts = [
    ["erp_state", info.erp_state],
    ["quantity", info.quantity],
    ...Object.entries(info.columns ?? {}),
    ["items_quantity", info.items_quantity],
    ["number of items", info.items.length],
    ...info.items.map(({ zongpai, quantity }) => [`item ${zongpai}`, quantity] as const),
    ...entryFacts(info.entries),
  ];
  return differences(box.box_no, actual, [
    ["erp_state", "live"],
    ["quantity", box.quantity],
    ["ship_method", box.shipMethod],
    ["ship_date", box.shipDate],
    ["items_quantity", packed.reduce((sum, { received }) => sum + received, 0)],
    ["number of items", packed.length],
    ...packed.map(({ zongpai, received }) => [`item ${zongpai}`, received] as const),
    ...entryFacts(entriesInFiles(attachments)),
  ]);
};

/** What an overview of goods says otherwise than the files of where they are. The boxes in it may lag, and are compared by box. */
export const placeDifferences = ({ zongpai, location = offShelf }: Goods, view: Answer<"location-overview"> | string): string[] => {
  if (typeof view === "string") return [`${zongpai}: ${view}`];
  const groups = [...view.locations, { ...view.off_shelf, location: offShelf }];
  const places = groups.flatMap((group) =>
    group.items.filter((item) => item.zongpai === zongpai && item.category === undefined).map(() => group.location),
  );
  return differences(zongpai, places.length === 0 ? [] : [["location", places.join(" and ")]], [["location", location]]);
};

/** What attachment status says otherwise than the files; goods without an attachment have no category at all. */
export const statusDifferences = (
  { zongpai }: Goods,
  attachment: Attachment | undefined,
  status: Answer<"get-attachment-status"> | string,
): string[] => {
  if (typeof status === "string") return [`${zongpai}: ${status}`];
  const facts = (category: string, values: Readonly<Record<string, string | number | boolean | undefined>>) =>
    Object.entries(values).map(([name, value]) => [`${category} ${name}`, value] as const);
  const actual = status.categories.flatMap(({ category, configured_quantity, boxed_quantity, headroom, evidence, off_shelf, location }) =>
    facts(category, {
      configured: configured_quantity,
      boxed: boxed_quantity,
      headroom,
      evidence,
      location: off_shelf ? offShelf : location,
    }),
  );
  if (!attachment) return differences(zongpai, actual, []);
  const { goods, category, configured } = attachment;
  const { boxed, headroom, evidenced } = endOf(attachment);
  const evidence = demo.attachment.evidence[evidenced ? "present" : "absent"];
  return differences(zongpai, actual, facts(category, { configured, boxed, headroom, evidence, location: goods.location ?? offShelf }));
};
