import { isSafePattern } from "redos-detector";
import { longestText, toScaled } from "../domain/value.ts";
import { type Condition, conditions, type ErrorGroup, placeholders } from "../errors.ts";
import { extensionFields, fields } from "../fields.ts";
import { routesOf } from "../routes.ts";
import type { Fault } from "./check-site.ts";
import type { Site } from "./schema.ts";

type Rule = (site: Site) => Fault[];

const when = (wrong: boolean, path: string, fault: string): Fault[] => (wrong ? [{ path, fault }] : []);

/** The entries whose value another entry has too. */
const repeated = (entries: readonly (readonly [string, string])[]): (readonly [string, string])[] =>
  entries.filter(([, value], at) => entries.findIndex(([, other]) => other === value) !== at);

const wireNames: Rule = ({ fields: names, extensions }) => {
  const { scannedAt, expectedQuantity, dryRun } = extensions;
  const all = [
    ...Object.entries(names).map(([name, wire]) => [`fields.${name}`, wire] as const),
    ...Object.entries({ scannedAt, expectedQuantity, dryRun }).flatMap(([name, wire]) =>
      wire ? [[`extensions.${name}`, wire] as const] : [],
    ),
  ];
  return repeated(all).map(([path, wire]) => ({ path, fault: `"${wire}" already names another field` }));
};

const headers: Rule = ({ extensions: { idempotencyKey, replayed } }) => {
  const taken = ["content-type", "authorization", "x-api-key", "retry-after", "allow", "cache-control", "host", "content-length"];
  const key = idempotencyKey && "header" in idempotencyKey ? idempotencyKey.header.toLowerCase() : undefined;
  const mark = replayed ? replayed.toLowerCase() : undefined;
  return [
    ...when(key !== undefined && taken.includes(key), "extensions.idempotencyKey", "this header has a meaning of its own"),
    ...when(mark !== undefined && taken.includes(mark), "extensions.replayed", "this header has a meaning of its own"),
    ...when(mark !== undefined && mark === key, "extensions.replayed", "is the name of the key's header too"),
    ...when(mark !== undefined && !idempotencyKey, "extensions.replayed", "without an idempotency key nothing is replayed"),
  ];
};

const routes: Rule = (site) =>
  repeated(routesOf(site).map(({ id, method, path }) => [id, `${method} ${path}`] as const)).map(([id, address]) => ({
    path: `routes (${id})`,
    fault: `${address} is the address of another route`,
  }));

const anchored = ({ source }: RegExp) => source.startsWith("^") && source.endsWith("$") && !source.endsWith("\\$");

/** A pattern scores the ways in which one text can match; above this, a hostile text costs more than the request is worth. */
const mostBacktracks = 100;

const pattern = (path: string, { pattern, example }: Site["formats"]["zongpai"]): Fault[] => [
  ...when(!["", "u"].includes(pattern.flags), path, "may carry no flag but u"),
  ...when(!anchored(pattern), path, "must begin with ^ and end with $, or it would accept text around what it describes"),
  ...when(!pattern.test(example), path, `does not match its own example "${example}"; a pattern that matches nothing serves nobody`),
  ...when(pattern.test(""), path, "matches the empty text"),
  ...when(example.length > longestText, path, `its example is longer than ${longestText} characters`),
  ...when(
    !isSafePattern(pattern.source, { unicode: pattern.unicode, maxScore: mostBacktracks, timeout: 5_000 }).safe,
    path,
    "backtracks without bound on hostile text",
  ),
];

const patterns: Rule = ({ formats, location }) => {
  const area = location.area.exec(formats.location.example)?.[1];
  return [
    ...pattern("formats.zongpai", formats.zongpai),
    ...pattern("formats.boxNo", formats.boxNo),
    ...pattern("formats.location", formats.location),
    ...when(!area, "location.area", `takes no area from "${formats.location.example}": its first group must match part of it`),
    ...when(!["", "u"].includes(location.area.flags), "location.area", "may carry no flag but u"),
    ...when(
      !isSafePattern(location.area.source, { unicode: location.area.unicode, maxScore: mostBacktracks, timeout: 5_000 }).safe,
      "location.area",
      "backtracks without bound on hostile text",
    ),
  ];
};

/** Sums of scaled integers must stay exact: far below 2^53, with room for a million scans. */
const largestScaled = 1e12;

const quantities: Rule = ({ formats: { quantity }, attachment: { cap } }) => {
  const { least, most, decimals } = quantity;
  const scaledCap = cap.rule === "fixed" ? toScaled(cap.quantity, decimals) : 1;
  return [
    ...when(least > most, "formats.quantity", "least is greater than most"),
    ...when(toScaled(least, decimals) === undefined, "formats.quantity.least", "has more decimals than are kept"),
    ...when(toScaled(most, decimals) === undefined, "formats.quantity.most", "has more decimals than are kept"),
    ...when(most * 10 ** decimals > largestScaled, "formats.quantity.most", "is too large for sums to stay exact"),
    ...when(scaledCap === undefined, "attachment.cap", "has more decimals than are kept"),
    ...when((scaledCap ?? 0) > largestScaled, "attachment.cap", "is too large for sums to stay exact"),
    ...when(cap.rule === "fixed" && cap.quantity < least, "attachment.cap", "is below the least quantity: nothing could ever be boxed"),
    ...when(
      cap.rule === "boxedGoods" && most * 10 ** decimals * cap.perUnit > largestScaled,
      "attachment.cap",
      "is too large for sums to stay exact",
    ),
  ];
};

/** The contract's rules for a scanner's queue hold only if each condition has a status that means them. */
const statuses = {
  final: {
    right: (status: number) => status >= 400 && status < 500 && status !== 401 && status !== 429,
    says: "4xx other than 401 and 429",
  },
  hold: { right: (status: number) => status === 401, says: "401" },
  retry: { right: (status: number) => status === 429 || status === 503, says: "429 or 503" },
  unknown: { right: (status: number) => status === 500 || status === 504, says: "500 or 504" },
};

const errorAnswers: Rule = ({ errors }) =>
  (Object.keys(errors) as ErrorGroup[]).flatMap((group) =>
    Object.entries(errors[group]).flatMap(([name, { status, message }]) => {
      const row = conditions[name as Condition];
      const { right, says } = statuses[row.queue];
      const asked = placeholders(row.message).toSorted().join();
      const given = placeholders(message ?? row.message)
        .toSorted()
        .join();
      const path = `errors.${group}.${name}`;
      return [
        ...when(!right(status), `${path}.status`, `must be ${says}, or a scanner's queue would do the wrong thing`),
        ...when(asked !== given, `${path}.message`, `must name exactly these placeholders: {${placeholders(row.message).join("}, {")}}`),
      ];
    }),
  );

const words: Rule = ({ erp, attachment }) => [
  ...repeated(Object.entries(erp.states)).map(([name, word]) => ({
    path: `erp.states.${name}`,
    fault: `"${word}" is said of another state`,
  })),
  ...repeated(erp.boxes.columns.map(({ name }) => [name, name] as const)).map(([name]) => ({
    path: "erp.boxes.columns",
    fault: `two columns are named "${name}"`,
  })),
  ...repeated(attachment.categories.map(({ code }) => [code, code] as const)).map(([code]) => ({
    path: "attachment.categories",
    fault: `the code "${code}" stands twice`,
  })),
  ...when(attachment.evidence.present === attachment.evidence.absent, "attachment.evidence", "the two values have one name"),
];

const keyFields: Rule = ({ extensions: { idempotencyKey } }) => {
  if (!idempotencyKey || !("fields" in idempotencyKey)) return [];
  const known = [...Object.keys(fields), ...Object.keys(extensionFields)];
  return idempotencyKey.fields
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: "extensions.idempotencyKey", fault: `"${name}" is not a field` }));
};

/** The rules between the answers of a profile, which types cannot see. */
export const rules: readonly Rule[] = [wireNames, headers, routes, patterns, quantities, errorAnswers, words, keyFields];
