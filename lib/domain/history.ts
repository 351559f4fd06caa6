import * as z from "zod/mini";

const place = { off_shelf: z.boolean(), location: z.optional(z.string()) };
/** What a newer scan says than one that comes late: the place, or that they left. */
const stays = z.optional(z.union([z.object(place), z.object({ cleared: z.literal(true) })]));
/** An item of a box: goods; or, with a category, an attachment of them. */
const item = { box_no: z.string(), category: z.optional(z.string()) };
const value = z.optional(z.union([z.string(), z.number(), z.boolean()]));

/** What a repair can mend. `boxed` and `headroom` are counters of an attachment; `productBoxed` and `productHeadroom` of the goods. */
export const repairKinds = [
  "productBoxed",
  "productHeadroom",
  "boxed",
  "headroom",
  "located",
  "evidence",
  "index",
] as const;

const RepairedAttribute = z.object({
  kind: z.enum(repairKinds),
  key: z.object({ pk: z.string(), sk: z.string() }),
  attribute: z.string(),
  zongpai: z.optional(z.string()),
  category: z.optional(z.string()),
  found: value,
  expected: value,
});
/** One attribute of one row that a repair set; an absent value is left out. */
export type RepairedAttribute = z.output<typeof RepairedAttribute>;

/**
 * What a write did to its goods, as history keeps it (contract: "Exactly once, and history"). Quantities are scaled integers, instants are
 * epoch milliseconds. It is checked when it is written and when it is read. Whoever changes its shape needs a new version of the operation row.
 */
export const HistoryEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("saved"), ...item, quantity: z.int() }),
  /** `to` is 0 if the item was taken out. */
  z.object({ kind: z.literal("corrected"), ...item, from: z.int(), to: z.int() }),
  /** From one box into another; `left` stays in the first, 0 if all was moved. */
  z.object({
    kind: z.literal("transferred"),
    ...item,
    to_box_no: z.string(),
    quantity: z.int(),
    left: z.int(),
  }),
  /** `stays` is there if this scan came late: then nothing changed. */
  z.object({
    kind: z.literal("moved"),
    category: z.optional(z.string()),
    ...place,
    scanned_at: z.int(),
    stays,
  }),
  /** Goods or an attachment left. */
  z.object({
    kind: z.literal("cleared"),
    category: z.optional(z.string()),
    scanned_at: z.int(),
    stays,
  }),
  /** The whole configuration; a category without a quantity is uncapped. */
  z.object({
    kind: z.literal("configured"),
    entries: z.array(z.object({ category: z.string(), quantity: z.optional(z.int()) })),
  }),
  z.object({ kind: z.literal("repaired"), corrections: z.array(RepairedAttribute) }),
]);
export type HistoryEvent = z.output<typeof HistoryEvent>;

/** An event that says where goods, or an attachment of them, are. */
export type Placed = Extract<HistoryEvent, { kind: "moved" | "cleared" }>;

/** The event, if it says where something is. A new kind of event does not compile until it has a case here. */
export const placedBy = (event: HistoryEvent): Placed | undefined => {
  switch (event.kind) {
    case "moved":
    case "cleared":
      return event;
    case "saved":
    case "corrected":
    case "transferred":
    case "configured":
    case "repaired":
      return undefined;
    default:
      return event satisfies never;
  }
};

/** What is said of an operation: its kind, or `late` for a scan that came after a newer one and changed nothing. */
export type Deed = HistoryEvent["kind"] | "late";

const all: Readonly<Record<Deed, true>> = {
  saved: true,
  corrected: true,
  transferred: true,
  moved: true,
  cleared: true,
  late: true,
  configured: true,
  repaired: true,
};
export const deeds = Object.keys(all) as readonly Deed[];

/** An item of a box that an event made, changed or took out. */
type TouchedItem = { readonly box_no: string; readonly category?: string };

/** The items that an event touched: the audit reads them. A new kind of event does not compile until it has a case here. */
export const touchedBy = (event: HistoryEvent): readonly TouchedItem[] => {
  switch (event.kind) {
    case "saved":
    case "corrected":
      return [event];
    case "transferred":
      return [event, { box_no: event.to_box_no, category: event.category }];
    case "moved":
    case "cleared":
    case "configured":
    case "repaired":
      return [];
  }
};
