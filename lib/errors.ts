import type { InputField } from "./fields.ts";

/**
 * How a scanner's queue reacts. `final`: shows it to the worker. `hold`: waits for credentials; `holdRoute`: only with this route and later
 * entries of the same goods. `retry`, `unknown`: sends it again with the same key; after `unknown` it may have been recorded.
 */
export type QueueRule = "final" | "hold" | "holdRoute" | "retry" | "unknown";

type ConditionRow = {
  readonly message: string;
  readonly groups: readonly ErrorGroup[];
  readonly queue: QueueRule;
  /** Fixed by the specification. */
  readonly fixedCode?: string;
  /** Seconds that a client waits before it sends again. */
  readonly retryAfter?: number;
  /** The name in the specification. */
  readonly identifier?: string;
};

const productGroup = ["product"] as const;
const accessoryGroup = ["accessory"] as const;
const endpointGroups = ["product", "accessory"] as const;
/** The parts of the service that may raise a condition. */
export const errorGroups = ["gateway", "product", "accessory"] as const;
export type ErrorGroup = (typeof errorGroups)[number];
const gatewayGroup = ["gateway"] as const;

/** The answer will not change, so the scan leaves the queue. */
const finalCondition = <const Group extends ErrorGroup, const Message extends string>(
  groups: readonly Group[],
  message: Message,
) => ({ message, groups, queue: "final" }) as const;

/** Specification §7. The site gives each its status, `error_code`, `domain` and perhaps a message. */
export const conditions = {
  invalidBoxNo: {
    ...finalCondition(endpointGroups, "The box number is not valid: {problems}."),
    fixedCode: "INVALID_BOX_NO",
  },
  invalidQuantity: {
    ...finalCondition(endpointGroups, "The quantity is not valid: {problems}."),
    fixedCode: "INVALID_QUANTITY",
  },
  invalidZongpai: {
    ...finalCondition(endpointGroups, "The zongpai is not valid: {problems}."),
    identifier: "InvalidZongpaiError",
  },
  zongpaiNotFound: {
    ...finalCondition(endpointGroups, "{zongpai} does not exist in the ERP."),
    identifier: "ZongpaiNotFoundError",
  },
  duplicateBoxItem: {
    ...finalCondition(
      endpointGroups,
      "{item} is already in box {box_no}, with quantity {quantity}.",
    ),
    identifier: "DuplicateBoxItemError",
  },
  invalidField: finalCondition(endpointGroups, "The request is not valid: {problems}."),
  malformedJson: finalCondition(endpointGroups, "The body must be one JSON object in UTF-8."),
  itemNotFound: finalCondition(endpointGroups, "{item} is not in box {box_no}."),
  boxNotFound: finalCondition(endpointGroups, "Box {box_no} is not known."),
  boxedBeyondOrdered: finalCondition(
    productGroup,
    "{zongpai}: {headroom} of {ordered} ordered may still be boxed, not {quantity}.",
  ),
  capExceeded: finalCondition(
    endpointGroups,
    "{category} of {zongpai}: {headroom} may still be boxed, not {quantity}.",
  ),
  categoryNotKnown: finalCondition(
    endpointGroups,
    "{category} is not an attachment category of this site.",
  ),
  categoryNotConfigured: finalCondition(
    accessoryGroup,
    "{category} is not configured for {zongpai}.",
  ),
  removalRefused: finalCondition(accessoryGroup, "These categories cannot be removed: {blocked}."),
  configuredBelowBoxed: finalCondition(
    accessoryGroup,
    "{category} of {zongpai}: {quantity} is less than the {boxed_quantity} already boxed.",
  ),
  staleExpectedQuantity: finalCondition(
    endpointGroups,
    "{item} in box {box_no} has quantity {quantity}, not {expected_quantity}.",
  ),
  staleExpectedLocation: finalCondition(
    endpointGroups,
    'The place of {item} is "{location}", not "{expected_location}".',
  ),
  staleExpectedRevision: finalCondition(
    accessoryGroup,
    "The configuration of {zongpai} has revision {revision}, not {expected_revision}.",
  ),
  movedBeyondBoxed: finalCondition(
    productGroup,
    "Box {box_no} has {boxed_quantity} of {item}, so {quantity} cannot be moved.",
  ),
  idempotencyKeyReused: finalCondition(
    endpointGroups,
    "This key was already used for another request on {zongpai}.",
  ),
  writeConflict: {
    message: "Too many writes on {zongpai} at once. This request recorded nothing. Send it again.",
    groups: endpointGroups,
    queue: "retry",
    retryAfter: 1,
  },
  erpUnavailable: {
    message: "The ERP is not available. This request recorded nothing. Send it again.",
    groups: endpointGroups,
    queue: "retry",
    retryAfter: 5,
  },
  erpRowInvalid: finalCondition(
    endpointGroups,
    "The ERP has an invalid value in {column} of {reference}. Correct it in the ERP.",
  ),
  unsupportedMediaType: finalCondition(errorGroups, "The body must be sent as application/json."),
  bodyTooLarge: finalCondition(errorGroups, "The body is larger than the limit of {limit} bytes."),
  unknownRoute: finalCondition(gatewayGroup, "The service has no such address."),
  methodNotAllowed: finalCondition(gatewayGroup, "This address does not support this method."),
  requestUnreadable: finalCondition(gatewayGroup, "The request could not be read."),
  unauthenticated: {
    message: "The request has no valid credentials.",
    groups: gatewayGroup,
    queue: "hold",
  },
  forbidden: {
    message: "These credentials do not allow this request.",
    groups: gatewayGroup,
    queue: "holdRoute",
  },
  throttled: {
    message: "Too many requests at once. This request recorded nothing. Send it again.",
    groups: errorGroups,
    queue: "retry",
    retryAfter: 1,
  },
  timeout: {
    message: "The request timed out, and may have been recorded. Send it again with the same key.",
    groups: errorGroups,
    queue: "unknown",
    retryAfter: 1,
  },
  internal: {
    message: "The service failed. The error is in its log.",
    groups: errorGroups,
    queue: "unknown",
    retryAfter: 5,
  },
} as const satisfies Record<string, ConditionRow>;

export type Condition = keyof typeof conditions;

export type ConditionOf<G extends ErrorGroup> = {
  [C in Condition]: G extends (typeof conditions)[C]["groups"][number] ? C : never;
}[Condition];

export const conditionsOf = <G extends ErrorGroup>(group: G): readonly ConditionOf<G>[] =>
  Object.entries(conditions).flatMap(([name, row]) =>
    (row.groups as readonly ErrorGroup[]).includes(group) ? [name as ConditionOf<G>] : [],
  );

type SiteAnswer = {
  readonly status: number;
  readonly domain: string;
  readonly code?: string;
  readonly message?: string | undefined;
};
type SiteAnswers = Readonly<Record<ErrorGroup, Readonly<Partial<Record<Condition, SiteAnswer>>>>>;

/** One condition, and the group that raises it. */
export type RaisedCondition = { readonly condition: Condition; readonly group: ErrorGroup };

/** A site's answer to a condition; its code is the specification's where that fixes one. */
export const answerToCondition = ({ condition, group }: RaisedCondition, errors: SiteAnswers) => {
  const answer = errors[group][condition];
  if (!answer) throw new Error(`${group} does not answer ${condition}`);
  const { fixedCode, message }: ConditionRow = conditions[condition];
  const { status, domain, code = condition } = answer;
  return { status, domain, code: fixedCode ?? code, message: answer.message ?? message };
};

export type PlaceholderIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never;

/** The condition for an invalid field (specification §7.2). */
export const conditionOfField = (field: InputField) => {
  if (field.endsWith("box_no")) return "invalidBoxNo";
  if (field === "quantity") return "invalidQuantity";
  return field === "zongpai" ? "invalidZongpai" : "invalidField";
};

type DetailValues<Name extends string> = Readonly<Record<Name, string | number>>;

/** Conditions that a box may also have. Its number then replaces `{zongpai}`. */
type BoxOwnCondition = "idempotencyKeyReused" | "staleExpectedLocation" | "writeConflict";

/** The values of a message's placeholders, and the parts of an item. A number is a scaled quantity. */
type DetailOf<Name extends string> = "item" extends Name
  ? DetailValues<Name | "zongpai"> & { readonly category?: string }
  : DetailValues<Name>;
type RefusalDetail<C extends Condition> =
  | DetailOf<PlaceholderIn<(typeof conditions)[C]["message"]>>
  | (C extends BoxOwnCondition ? DetailValues<"box_no"> : never);

export class Refusal<C extends Condition = Condition> extends Error {
  readonly condition: C;
  readonly detail: Readonly<Record<string, string | number>>;
  /** Seconds, if this refusal has a more exact value than its condition. */
  readonly retryAfter: number | undefined;
  constructor(condition: C, detail: RefusalDetail<C>, retryAfter?: number) {
    super(condition);
    const row: ConditionRow = conditions[condition];
    this.name = row.identifier ?? condition;
    this.condition = condition;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }
}

/** A cursor that cannot be read, or that belongs to another request. */
export class UnknownCursorError extends Error {
  override name = "UnknownCursorError";
}

/** Specification §7.3, like the next two classes. */
export class InvalidZongpaiError extends Refusal<"invalidZongpai"> {
  constructor(detail: RefusalDetail<"invalidZongpai">) {
    super("invalidZongpai", detail);
  }
}

export class ZongpaiNotFoundError extends Refusal<"zongpaiNotFound"> {
  constructor(detail: RefusalDetail<"zongpaiNotFound">) {
    super("zongpaiNotFound", detail);
  }
}

export class DuplicateBoxItemError extends Refusal<"duplicateBoxItem"> {
  constructor(detail: RefusalDetail<"duplicateBoxItem">) {
    super("duplicateBoxItem", detail);
  }
}

export const placeholdersIn = (message: string): string[] =>
  [...message.matchAll(/\{(\w{1,40})\}/g)].map((match) => match[1] as string);
