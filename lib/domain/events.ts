import * as z from "zod/mini";

const optionalText = z.optional(z.string());
const place = { off_shelf: z.boolean(), location: optionalText };
/** What a newer scan says than one that comes late: the place, or that they left. */
const stays = z.optional(
  z.object({
    off_shelf: z.optional(z.boolean()),
    location: optionalText,
    cleared: z.optional(z.literal(true)),
  }),
);
/** An item of a box: goods; or, with a category, an attachment of them. */
const item = { box_no: z.string(), category: optionalText };
const value = z.optional(z.union([z.string(), z.number(), z.boolean()]));

/** What a repair can mend; `productBoxed` and `productHeadroom` are counters of the goods, `boxed` and `headroom` of an attachment. */
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
  zongpai: optionalText,
  category: optionalText,
  found: value,
  expected: value,
});
/** One attribute of one row that a repair set; an absent value is left out. */
export type RepairedAttribute = z.output<typeof RepairedAttribute>;

/** An item of a box, its quantity before and after. */
type ItemChange = readonly [
  item: { readonly box_no: string; readonly category?: string | undefined },
  from: number,
  to: number,
];

/** One operation as its row remembers it; `at` is when it was recorded, epoch ms. */
export type Recorded = { readonly at: number; readonly who: string; readonly event: HistoryEvent };

/** The fields of an event in history. */
export const lineShape = (
  amount: z.ZodMiniCodec<z.ZodMiniNumber<number>, z.ZodMiniInt>,
  instant: z.ZodMiniCodec<z.ZodMiniISODateTime, z.ZodMiniInt>,
) => {
  const quantity = z.optional(amount);
  const place = {
    location: optionalText,
    off_shelf: z.optional(z.boolean()),
    cleared: z.optional(z.boolean()),
  };
  const entries = z.optional(z.array(z.strictObject({ category: z.string(), quantity })));
  return {
    box_no: optionalText,
    to_box_no: optionalText,
    category: optionalText,
    quantity,
    ...place,
    registered_at: z.optional(instant),
    entries,
    before: z.optional(z.strictObject({ quantity, ...place, entries })),
    stays: z.optional(z.strictObject(place)),
  };
};
type Line = z.output<z.ZodMiniObject<ReturnType<typeof lineShape>>>;

/** `stays`: a newer scan was recorded before, whose place did not change. */
type Placing = NonNullable<Line["stays"]> &
  Pick<Line, "category" | "stays"> & { readonly scanned_at: number };

/** What a kind of event means to history, trace, the audit and the simulation. */
type EventKind<Event> = {
  /** The items of boxes that it changed. */
  items?(event: Event): readonly ItemChange[];
  /** Where it says that goods, or an attachment of them, are. */
  place?(event: Event): Placing;
  /** The configuration that it left. */
  configuration?(event: Event): Line["entries"];
  /** What there was before; of places and configurations an earlier event has it. */
  before?(event: Event): Line["before"];
  /** Its own fields in history. */
  line(event: Event): Line;
};

const eventKind = <const Kind extends string, Shape extends z.core.$ZodShape>(
  kind: Kind,
  shape: Shape,
  row: EventKind<{ kind: Kind } & z.output<z.ZodMiniObject<Shape>>>,
) => ({ schema: z.object({ kind: z.literal(kind), ...shape }), ...row });

/**
 * The kinds of events by their stored names. Quantities are scaled integers, instants epoch milliseconds. Another shape needs a new version
 * of the operation row.
 */
export const events = {
  saved: eventKind(
    "saved",
    { ...item, quantity: z.int() },
    {
      items: (event) => [[event, 0, event.quantity]],
      line: ({ box_no, category, quantity }) => ({ box_no, category, quantity }),
    },
  ),
  /** `to` is 0 if the item was taken out. */
  corrected: eventKind(
    "corrected",
    { ...item, from: z.int(), to: z.int() },
    {
      items: (event) => [[event, event.from, event.to]],
      before: ({ from }) => ({ quantity: from }),
      line: ({ box_no, category, to }) => ({ box_no, category, quantity: to }),
    },
  ),
  /** From one box into another; `left` stays in the first, 0 if all was moved. */
  transferred: eventKind(
    "transferred",
    { ...item, to_box_no: z.string(), quantity: z.int(), left: z.int() },
    {
      items: (event) => [
        [event, event.left + event.quantity, event.left],
        [{ box_no: event.to_box_no, category: event.category }, 0, event.quantity],
      ],
      before: ({ left, quantity }) => ({ quantity: left + quantity }),
      line: ({ box_no, to_box_no, category, quantity }) => ({
        box_no,
        to_box_no,
        category,
        quantity,
      }),
    },
  ),
  /** Goods, an attachment or a box were registered at a place. */
  moved: eventKind(
    "moved",
    { category: optionalText, ...place, scanned_at: z.int(), stays },
    {
      place: (event) => event,
      line: ({ category, off_shelf, location }) => ({ category, off_shelf, location }),
    },
  ),
  /** Goods or an attachment left. */
  cleared: eventKind(
    "cleared",
    { category: optionalText, scanned_at: z.int(), stays },
    {
      place: (event) => ({ ...event, cleared: true }),
      line: ({ category }) => ({ category, cleared: true }),
    },
  ),
  /** The whole configuration; a category without a quantity is uncapped. */
  configured: eventKind(
    "configured",
    { entries: z.array(z.object({ category: z.string(), quantity: z.optional(z.int()) })) },
    {
      configuration: ({ entries }) => entries,
      line: ({ entries }) => ({ entries }),
    },
  ),
  repaired: eventKind(
    "repaired",
    { corrections: z.array(RepairedAttribute) },
    { line: () => ({}) },
  ),
};

/** What a write did to its goods, as its row keeps it; checked when it is written and when it is read. */
export const HistoryEvent = z.union(Object.values(events).map(({ schema }) => schema));
export type HistoryEvent = z.output<typeof HistoryEvent>;

/** The kind of an event, or `late` for a scan that came after a newer one and changed nothing. */
export type EventLabel = HistoryEvent["kind"] | "late";
export const eventLabels = [...Object.keys(events), "late"] as readonly EventLabel[];

const kindOf = ({ kind }: HistoryEvent): EventKind<HistoryEvent> => events[kind];

export const itemsOf = (event: HistoryEvent) => kindOf(event).items?.(event) ?? [];
export const placeIn = (event: HistoryEvent) => kindOf(event).place?.(event);

/** The state that an operation left, by which fact and since when; late scans leave none. */
const leftBy = ({ event, at }: Recorded) => {
  const placing = placeIn(event);
  const entries = kindOf(event).configuration?.(event);
  if (entries) return { fact: "configuration", at, state: { entries } };
  if (!placing || placing.stays) return undefined;
  const { off_shelf, location, cleared, category = "", scanned_at } = placing;
  const state = cleared ? { cleared } : { off_shelf, location };
  return { fact: `place ${category}`, at: scanned_at, state };
};

/**
 * Adds to each operation what there was before it, if these operations know it: a row has only what is new. They come in the order in
 * which they were recorded; places follow each other by the instants of their scans.
 */
export const withPrevious = <Operation extends Recorded>(
  operations: readonly Operation[],
): (Operation & { readonly before?: Line["before"] })[] => {
  const left = operations.flatMap((operation) => {
    const one = leftBy(operation);
    return one ? [{ ...one, operation }] : [];
  });
  const previous = new Map<Operation, Line["before"]>();
  const last = new Map<string, Line["before"]>();
  for (const { operation, fact, state } of left.toSorted((one, other) => one.at - other.at)) {
    const before = last.get(fact);
    if (before) previous.set(operation, before);
    last.set(fact, state);
  }
  return operations.map((operation) => ({
    ...operation,
    before: kindOf(operation.event).before?.(operation.event) ?? previous.get(operation),
  }));
};

/** An operation as a line of history. */
export const lineOf = ({ at, who, event, before }: ReturnType<typeof withPrevious>[number]) => {
  const placing = placeIn(event);
  const did: EventLabel = placing?.stays ? "late" : event.kind;
  return {
    recorded_at: at,
    who,
    did,
    ...kindOf(event).line(event),
    registered_at: placing?.scanned_at,
    stays: placing?.stays,
    before,
  };
};
