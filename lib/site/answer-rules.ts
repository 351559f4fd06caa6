import { toScaled } from "../domain/value.ts";
import {
  answerToCondition,
  conditions,
  conditionsOf,
  errorGroups,
  placeholdersIn,
  type QueueRule,
} from "../errors.ts";
import { repeatedEntryFaults, repeatedItemFaults, type SiteFault, type SiteRule } from "./rule.ts";
import type { Site } from "./schema.ts";

/** A scanner's queue acts on the status alone. */
const statusRules: Record<
  QueueRule,
  readonly [isRight: (status: number) => boolean, rule: string]
> = {
  final: [
    (status) => status < 500 && ![401, 403, 429].includes(status),
    "4xx other than 401, 403 and 429: with any other status a queue sends the scan again",
  ],
  hold: [
    (status) => status === 401,
    "401: it alone keeps a scanner's whole queue until there are credentials",
  ],
  holdRoute: [
    (status) => status === 403,
    "403: it alone keeps this route's scans until there are credentials for them",
  ],
  retry: [
    (status) => status === 429 || status >= 500,
    "429 or 5xx: with any other status a queue gives up the scan",
  ],
  unknown: [
    (status) => status >= 500 && status !== 503,
    "5xx other than 503, which says that nothing was recorded",
  ],
};

const errorAnswersIn = ({ errors }: Site) =>
  errorGroups.flatMap((group) =>
    conditionsOf(group).map((condition) => ({
      path: `errors.${group}.${condition}`,
      condition,
      ...answerToCondition({ condition, group }, errors),
    })),
  );

const fixedCodes = Object.values(conditions).flatMap((row) =>
  "fixedCode" in row ? [row.fixedCode as string] : [],
);

const placeholderList = (message: string): string =>
  placeholdersIn(message)
    .map((name) => `{${name}}`)
    .toSorted()
    .join(", ");

export const checkErrorAnswers: SiteRule = function* (site) {
  const answers = errorAnswersIn(site);
  for (const { path, condition, status, code, message } of answers) {
    const row = conditions[condition];
    const [isRight, rule] = statusRules[row.queue];
    if (!isRight(status)) yield [`${path}.status`, `must be ${rule}`];
    if (!("fixedCode" in row) && fixedCodes.includes(code))
      yield [`${path}.code`, `"${code}" is fixed by the specification, for another condition`];
    const expectedNames = placeholderList(row.message);
    if (expectedNames !== placeholderList(message))
      yield [`${path}.message`, `must name exactly ${expectedNames || "no placeholder"}`];
    // A client that acts on the code must not meet it under two statuses.
    const sameCode = answers.find((answer) => answer.code === code);
    if (sameCode && sameCode.status !== status)
      yield [
        `${path}.status`,
        `"${code}" has the status ${sameCode.status} already, at ${sameCode.path}: give both one status, or another code`,
      ];
  }
};

/** Each canonical word has its own on the wire. */
const repeatedWordFaults = (path: string, wordOfName: Readonly<Record<string, string>>) =>
  repeatedEntryFaults(
    Object.entries(wordOfName).map(([name, word]) => [`${path}.${name}`, word] as const),
    (word) => `"${word}" is one of the others already`,
  );

export const checkWords: SiteRule = function* ({ erp, attachment, history, location }) {
  const { categories, evidence } = attachment;
  yield* repeatedItemFaults("location.areas", location.areas || []);
  yield* repeatedWordFaults("history.did", history.did);
  yield* repeatedWordFaults("erp.states", erp.states);
  yield* repeatedWordFaults("attachment.evidence", evidence);
  for (const part of ["name", "column"] as const)
    yield* repeatedItemFaults(
      "erp.boxes.columns",
      erp.boxes.columns.map((column) => column[part]),
      `the ${part} `,
    );
  for (const part of ["code", "label"] as const)
    yield* repeatedItemFaults(
      "attachment.categories",
      categories.map((category) => category[part]),
      `the ${part} `,
    );
};

type QuantityFormat = Site["formats"]["quantity"];

/** Sums of scaled integers are exact below 2^53: thousands of these. */
const largestScaledQuantity = 1e12;
const tooLargeFault = "is too large for sums to stay exact";

function* quantityFaults(path: string, quantity: number, decimals: number): Iterable<SiteFault> {
  if (toScaled(quantity, decimals) === undefined) yield [path, "has more decimals than are kept"];
  if (quantity * 10 ** decimals > largestScaledQuantity) yield [path, tooLargeFault];
}

export const checkQuantities: SiteRule = function* ({ formats: { quantity } }) {
  const { least, most, decimals } = quantity;
  if (least > most) yield ["formats.quantity", "least is greater than most"];
  yield* quantityFaults("formats.quantity.least", least, decimals);
  yield* quantityFaults("formats.quantity.most", most, decimals);
};

type SingleCap = Exclude<Site["attachment"]["cap"], { rule: "perCategory" }>;

function* capFaults(cap: SingleCap, path: string, quantity: QuantityFormat): Iterable<SiteFault> {
  if (cap.rule === "configured") return;
  if (cap.rule === "boxedGoods") {
    if (quantity.most * 10 ** quantity.decimals * cap.perUnit > largestScaledQuantity)
      yield [`${path}.perUnit`, tooLargeFault];
    return;
  }
  yield* quantityFaults(`${path}.quantity`, cap.quantity, quantity.decimals);
}

export const checkCaps: SiteRule = function* ({
  formats: { quantity },
  attachment: { cap, categories },
}) {
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
