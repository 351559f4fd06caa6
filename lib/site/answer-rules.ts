import { toScaled } from "../domain/value.ts";
import {
  type Condition,
  codeOf,
  conditions,
  type ErrorGroup,
  placeholders,
  type QueueRule,
} from "../errors.ts";
import { type Fault, type Rule, repeated, twice } from "./rule.ts";
import type { Site } from "./schema.ts";

/** A scanner's queue acts on the status (contract), so each condition needs one that makes the queue do the right thing. */
const statuses: Record<
  QueueRule,
  { readonly right: (status: number) => boolean; readonly says: string }
> = {
  final: {
    right: (status) => status < 500 && ![401, 403, 429].includes(status),
    says: "4xx other than 401, 403 and 429: with any other status a queue keeps the scan and sends it again",
  },
  hold: {
    right: (status) => status === 401,
    says: "401: it alone keeps a scanner's whole queue until there are credentials",
  },
  holdRoute: {
    right: (status) => status === 403,
    says: "403: it alone keeps this route's scans until there are credentials for them",
  },
  retry: {
    right: (status) => status === 429 || status >= 500,
    says: "429 or 5xx: with any other status a queue gives up a scan that it should send again",
  },
  unknown: {
    right: (status) => status >= 500 && status !== 503,
    says: "5xx other than 503, which says that nothing was recorded: nobody knows that of this one, and the scan must be sent again",
  },
};

type Answer = {
  readonly status: number;
  readonly code?: string;
  readonly message?: string | undefined;
};

const answersIn = ({ errors }: Pick<Site, "errors">) =>
  (Object.keys(errors) as ErrorGroup[]).flatMap((group) =>
    Object.entries<Answer>(errors[group]).map(([name, answer]) => ({
      path: `errors.${group}.${name}`,
      condition: name as Condition,
      answer,
    })),
  );

/** The paths of the conditions for which a site has no message of its own: the default's is used, which is English. */
export const defaultMessages = (site: Pick<Site, "errors">): string[] =>
  answersIn(site).flatMap(({ path, answer }) => (answer.message === undefined ? [path] : []));

const fixedCodes = new Set(
  Object.values(conditions).flatMap((row) => ("fixedCode" in row ? [row.fixedCode as string] : [])),
);

const listed = (names: readonly string[]) =>
  names.length === 0 ? "no placeholder" : names.map((name) => `{${name}}`).join(", ");

export const errorAnswers: Rule = function* (site) {
  const all = answersIn(site).map((one) => ({
    ...one,
    errorCode: codeOf(one.condition, one.answer.code),
  }));
  for (const { path, condition, answer, errorCode } of all) {
    const { status, code, message } = answer;
    const row = conditions[condition];
    const { right, says } = statuses[row.queue];
    if (!right(status)) yield [`${path}.status`, `must be ${says}`];
    if (code !== undefined && fixedCodes.has(code))
      yield [`${path}.code`, `"${code}" is fixed by the specification, for another condition`];
    const asked = placeholders(row.message);
    if (
      asked.toSorted().join() !==
      placeholders(message ?? row.message)
        .toSorted()
        .join()
    )
      yield [`${path}.message`, `must name exactly ${listed(asked)}`];
    // A client that acts on the code must not meet it under two statuses, by which a queue does two things.
    const first = all.find((one) => one.errorCode === errorCode);
    if (first && first.answer.status !== status)
      yield [
        `${path}.status`,
        `"${errorCode}" has the status ${first.answer.status} already, at ${first.path}: give both one status, or another code`,
      ];
  }
};

/** Each canonical word has its own on the wire. */
const oneWordEach = (path: string, words: Readonly<Record<string, string>>) =>
  repeated(
    Object.entries(words).map(([name, word]) => [`${path}.${name}`, word] as const),
    (word) => `"${word}" is one of the others already`,
  );

export const words: Rule = function* ({ erp, attachment, history, location }) {
  const { categories, evidence, realEvidence, removalGuard } = attachment;
  yield* twice("location.areas", location.areas || []);
  yield* oneWordEach("history.did", history.did);
  yield* oneWordEach("erp.states", erp.states);
  const columns = erp.boxes.columns.map(({ name }) => name);
  yield* twice("erp.boxes.columns", columns, "the name ");
  const codes = categories.map(({ code }) => code);
  yield* twice("attachment.categories", codes, "the code ");
  const labels = categories.map(({ label }) => label);
  yield* twice("attachment.categories", labels, "the label ");
  yield* twice("attachment.realEvidence", realEvidence);
  yield* twice("attachment.removalGuard", removalGuard);
  if (evidence.present === evidence.absent)
    yield ["attachment.evidence", "the two values have one name"];
};

type Quantity = Site["formats"]["quantity"];

/** Sums of scaled integers must stay exact, so they must stay far below 2^53; this leaves room for a million scans. */
const largestScaled = 1e12;
const tooLarge = "is too large for sums to stay exact";

function* quantityFaults(path: string, quantity: number, decimals: number): Iterable<Fault> {
  if (toScaled(quantity, decimals) === undefined) yield [path, "has more decimals than are kept"];
  if (quantity * 10 ** decimals > largestScaled) yield [path, tooLarge];
}

export const quantities: Rule = function* ({ formats: { quantity } }) {
  const { least, most, decimals } = quantity;
  if (least > most) yield ["formats.quantity", "least is greater than most"];
  yield* quantityFaults("formats.quantity.least", least, decimals);
  yield* quantityFaults("formats.quantity.most", most, decimals);
};

type Cap = Exclude<Site["attachment"]["cap"], { rule: "perCategory" }>;

function* capFaults(cap: Cap, path: string, quantity: Quantity): Iterable<Fault> {
  if (cap.rule === "configured") return;
  if (cap.rule === "boxedGoods") {
    if (quantity.most * 10 ** quantity.decimals * cap.perUnit > largestScaled)
      yield [`${path}.perUnit`, tooLarge];
    return;
  }
  yield* quantityFaults(`${path}.quantity`, cap.quantity, quantity.decimals);
  if (cap.quantity < quantity.least)
    yield [`${path}.quantity`, "is below the least quantity: nothing could ever be boxed"];
}

/** A cap must fit the site's decimals, keep sums exact, and allow the least quantity; each category has one, and no other has. */
export const caps: Rule = function* ({ formats: { quantity }, attachment: { cap, categories } }) {
  if (cap.rule !== "perCategory") {
    yield* capFaults(cap, "attachment.cap", quantity);
    return;
  }
  const codes = new Set(categories.map(({ code }) => code));
  for (const code of codes)
    if (!Object.hasOwn(cap.of, code))
      yield ["attachment.cap.of", `has no rule for the category "${code}"`];
  for (const [code, rule] of Object.entries(cap.of)) {
    const path = `attachment.cap.of.${code}`;
    if (!codes.has(code)) yield [path, `"${code}" is no category of attachment.categories`];
    yield* capFaults(rule, path, quantity);
  }
};
