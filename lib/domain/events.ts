import * as z from "zod/mini";

const optionalText = z.optional(z.string());
const placeFields = { off_shelf: z.boolean(), location: optionalText };
/** The newer scan that a late one meets: its place, or that the goods left. */
const stayingPlace = z.optional(
  z.object({
    off_shelf: z.optional(z.boolean()),
    location: optionalText,
    cleared: z.optional(z.literal(true)),
  }),
);
/** An item of a box: goods; or, with a category, an attachment of them. */
const itemFields = { box_no: z.string(), category: optionalText };
const attributeValue = z.optional(z.union([z.string(), z.number(), z.boolean()]));

/** The counters that a repair can correct. `productBoxed` and `productHeadroom` are counters of the goods, `boxed` and `headroom` of an attachment. */
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
  found: attributeValue,
  expected: attributeValue,
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
export type RecordedEvent = {
  readonly at: number;
  readonly who: string;
  readonly event: HistoryEvent;
};

/** The fields of an event in history. */
export const historyFieldsShape = (
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
type HistoryFields = z.output<z.ZodMiniObject<ReturnType<typeof historyFieldsShape>>>;

/** `stays`: a newer scan was recorded before, whose place did not change. */
type EventPlace = NonNullable<HistoryFields["stays"]> &
  Pick<HistoryFields, "category" | "stays"> & { readonly scanned_at: number };

/** The meaning of a kind of event for history, trace, the audit and the simulation. */
type EventKind<Event> = {
  /** The items of boxes that it changed. */
  items?(event: Event): readonly ItemChange[];
  /** Where it says that goods, or an attachment of them, are. */
  place?(event: Event): EventPlace;
  /** The configuration that it left. */
  configuration?(event: Event): HistoryFields["entries"];
  /** The state before the event. For places and configurations, an earlier event has it. */
  before?(event: Event): HistoryFields["before"];
  /** Its own fields in history. */
  historyFields(event: Event): HistoryFields;
};

const defineEventKind = <const Kind extends string, Shape extends z.core.$ZodShape>(
  kind: Kind,
  shape: Shape,
  row: EventKind<{ kind: Kind } & z.output<z.ZodMiniObject<Shape>>>,
) => ({ schema: z.object({ kind: z.literal(kind), ...shape }), ...row });

/**
 * The kinds of events by their stored names. Quantities are scaled integers, instants epoch milliseconds. Another shape needs a new version
 * of the operation row.
 */
export const eventKinds = {
  saved: defineEventKind(
    "saved",
    { ...itemFields, quantity: z.int() },
    {
      items: (event) => [[event, 0, event.quantity]],
      historyFields: ({ box_no, category, quantity }) => ({ box_no, category, quantity }),
    },
  ),
  /** `to` is 0 if the item was taken out. */
  corrected: defineEventKind(
    "corrected",
    { ...itemFields, from: z.int(), to: z.int() },
    {
      items: (event) => [[event, event.from, event.to]],
      before: ({ from }) => ({ quantity: from }),
      historyFields: ({ box_no, category, to }) => ({ box_no, category, quantity: to }),
    },
  ),
  /** From one box into another; `left` stays in the first, 0 if all was moved. */
  transferred: defineEventKind(
    "transferred",
    { ...itemFields, to_box_no: z.string(), quantity: z.int(), left: z.int() },
    {
      items: (event) => [
        [event, event.left + event.quantity, event.left],
        [{ box_no: event.to_box_no, category: event.category }, 0, event.quantity],
      ],
      before: ({ left, quantity }) => ({ quantity: left + quantity }),
      historyFields: ({ box_no, to_box_no, category, quantity }) => ({
        box_no,
        to_box_no,
        category,
        quantity,
      }),
    },
  ),
  /** Goods, an attachment or a box were registered at a place. */
  moved: defineEventKind(
    "moved",
    { category: optionalText, ...placeFields, scanned_at: z.int(), stays: stayingPlace },
    {
      place: (event) => event,
      historyFields: ({ category, off_shelf, location }) => ({ category, off_shelf, location }),
    },
  ),
  /** Goods or an attachment left. */
  cleared: defineEventKind(
    "cleared",
    { category: optionalText, scanned_at: z.int(), stays: stayingPlace },
    {
      place: (event) => ({ ...event, cleared: true }),
      historyFields: ({ category }) => ({ category, cleared: true }),
    },
  ),
  /** The whole configuration; a category without a quantity is uncapped. */
  configured: defineEventKind(
    "configured",
    { entries: z.array(z.object({ category: z.string(), quantity: z.optional(z.int()) })) },
    {
      configuration: ({ entries }) => entries,
      historyFields: ({ entries }) => ({ entries }),
    },
  ),
  repaired: defineEventKind(
    "repaired",
    { corrections: z.array(RepairedAttribute) },
    { historyFields: () => ({}) },
  ),
};

const eventSchemas = Object.values(eventKinds).map(({ schema }) => schema);
type EventSchema = (typeof eventSchemas)[number];

/** The effect of a write on its goods, as its row keeps it. Checked when it is written and when it is read. */
export const HistoryEvent = z.discriminatedUnion(
  "kind",
  eventSchemas as [EventSchema, ...EventSchema[]],
);
export type HistoryEvent = z.output<typeof HistoryEvent>;

/** The kind of an event, or `late` for a scan that came after a newer one and changed nothing. */
export type EventLabel = HistoryEvent["kind"] | "late";
export const eventLabels = [...Object.keys(eventKinds), "late"] as readonly EventLabel[];

const kindOf = ({ kind }: HistoryEvent): EventKind<HistoryEvent> => eventKinds[kind];

export const itemChangesOf = (event: HistoryEvent) => kindOf(event).items?.(event) ?? [];
export const eventPlaceOf = (event: HistoryEvent) => kindOf(event).place?.(event);

/** The state that an operation left, with the fact that it is about and its instant; late scans leave none. */
const stateLeftBy = ({ event, at }: RecordedEvent) => {
  const place = eventPlaceOf(event);
  const entries = kindOf(event).configuration?.(event);
  if (entries) return { fact: "configuration", at, state: { entries } };
  if (!place || place.stays) return undefined;
  const { off_shelf, location, cleared, category = "", scanned_at } = place;
  const state = cleared ? { cleared } : { off_shelf, location };
  return { fact: `place ${category}`, at: scanned_at, state };
};

/**
 * Adds to each operation the state before it, if an earlier one of these operations left it: a row has only the new state. The operations
 * come in the order in which they were recorded; places follow each other by the instants of their scans.
 */
export const addPreviousStates = <Operation extends RecordedEvent>(
  operations: readonly Operation[],
): (Operation & { readonly before?: HistoryFields["before"] })[] => {
  const leftStates = operations.flatMap((operation) => {
    const left = stateLeftBy(operation);
    return left ? [{ ...left, operation }] : [];
  });
  const inOrder = leftStates.toSorted((one, other) => one.at - other.at);
  const previousStates = new Map<Operation, HistoryFields["before"]>();
  const lastStates = new Map<string, HistoryFields["before"]>();
  for (const { operation, fact, state } of inOrder) {
    const previous = lastStates.get(fact);
    if (previous) previousStates.set(operation, previous);
    lastStates.set(fact, state);
  }
  return operations.map((operation) => {
    const { event } = operation;
    const before = kindOf(event).before?.(event) ?? previousStates.get(operation);
    return { ...operation, before };
  });
};

/** An operation as a line of history. */
export const historyLineOf = ({
  at,
  who,
  event,
  before,
}: ReturnType<typeof addPreviousStates>[number]) => {
  const place = eventPlaceOf(event);
  const did: EventLabel = place?.stays ? "late" : event.kind;
  return {
    recorded_at: at,
    who,
    did,
    ...kindOf(event).historyFields(event),
    registered_at: place?.scanned_at,
    stays: place?.stays,
    before,
  };
};
