import fc from "fast-check";
import type { Site } from "#lib/site/schema.ts";
import type { Operation } from "../contract/description.ts";
import type { Judge } from "../contract/judge.ts";
import { requestOf, type Sent } from "../contract/request.ts";
import { nastyValues } from "./nasty.ts";
import { type Known, validFields } from "./values.ts";

/** A request, and how the judge must find its answer. */
export type Made = { readonly sent: Sent; readonly expected: Exclude<keyof Judge, "any"> };

type Values = Readonly<Record<string, unknown>>;

/** Names that no site gives a field. */
const stranger = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "colour", "toString", "A B", "ключ"),
  fc.string({ minLength: 1, maxLength: 20 }),
);
const anything = fc.oneof(
  fc.constantFrom(...nastyValues),
  fc.string(),
  fc.double(),
  fc.jsonValue(),
  fc.constant(undefined),
);

/** Requests with fields as they should be, and with one that is left out, strange or may be anything. */
export const requestsOf = (operation: Operation, site: Site, known: Known): fc.Arbitrary<Made> => {
  const { accepts, fields, keyHeader } = operation;
  const valid = validFields(operation, site, known);
  const keys = keyHeader
    ? fc.option(fc.stringMatching(/^[0-9A-Za-z-]{16,64}$/), { nil: undefined })
    : fc.constant(undefined);
  const names = fc.oneof(stranger, ...fields.map(({ name }) => fc.constant(name)));
  return fc.oneof(
    fc.tuple(valid, keys).map(([values, key]): Made => {
      const headers = key !== undefined && keyHeader ? { [keyHeader]: key } : {};
      return { sent: requestOf(operation, values, headers), expected: "accepted" };
    }),
    fc.tuple(valid, names, anything).map(([values, name, value]): Made => {
      const changed: Values = Object.fromEntries(
        Object.entries({ ...values, [name]: value }).filter(([, one]) => one !== undefined),
      );
      // What the description says in words alone may be broken now.
      return {
        sent: requestOf(operation, changed),
        expected: accepts(changed) ? "described" : "refused",
      };
    }),
  );
};

/** Each curated value in each field; accepted if the description accepts it. */
export const curatedOf = (operation: Operation, site: Site, known: Known, seed: number): Made[] => {
  // What the description cannot decide: an opaque cursor, and whether an instant lies in the past.
  const undecided = new Set<string | false>([site.fields.cursor, site.extensions.scannedAt]);
  // Of the overview's filters at most one may be there.
  const [base] =
    operation.id === "location-overview"
      ? []
      : fc.sample(validFields(operation, site, known), { seed, numRuns: 1 });
  return operation.fields.flatMap(({ name }) =>
    nastyValues.map((value): Made => {
      const values = { ...base, [name]: value };
      const expected = operation.accepts(values)
        ? undecided.has(name)
          ? "described"
          : "accepted"
        : "refused";
      return { sent: requestOf(operation, values), expected };
    }),
  );
};

/** A body that does not say one thing as one JSON object. */
const spoiledBody = (site: Site) =>
  fc.constantFrom<(body: string) => string>(
    () => "",
    () => "null",
    () => "[]",
    () => "{} {}",
    (body) => `[${body}]`,
    (body) => body.slice(0, -1),
    (body) => `\ufeff${body}`,
    (body) => body.replaceAll('"', "'"),
    (body) => `${body.slice(0, -1)}${body.length > 2 ? "," : ""}"x":1}`,
    (body) => `${body.slice(0, -1)}${" ".repeat(site.limits.bodyBytes)}}`,
  );

const otherTypes = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/json; charset=utf-16",
  "",
];

const badKeys = [
  "short",
  "x".repeat(65),
  "0123456789abcdef!",
  '"0123456789abcdef',
  "0123456789abcdef, 0123456789abcdef",
  " ".repeat(20),
];

/** Requests with right fields in a wrong form: a body or a type that is none, a field that comes twice, a key that is none. */
export const spoiledOf = (operation: Operation, site: Site, known: Known): fc.Arbitrary<Made> => {
  const { takesBody, keyHeader } = operation;
  const valid = validFields(operation, site, known);
  const twice = valid.map((values) => {
    const sent = requestOf(operation, values);
    const [, pair = "x=1"] = sent.target.split(/[?&]/);
    return { ...sent, target: `${sent.target}${sent.target.includes("?") ? "&" : "?"}${pair}` };
  });
  const spoiled: fc.Arbitrary<Sent>[] = [twice];
  if (takesBody)
    spoiled.push(
      fc.tuple(valid, spoiledBody(site)).map(([values, spoil]) => {
        const sent = requestOf(operation, values);
        return { ...sent, body: spoil(sent.body ?? "") };
      }),
      fc
        .tuple(valid, fc.constantFrom(...otherTypes))
        .map(([values, type]) => requestOf(operation, values, { "content-type": type })),
    );
  if (keyHeader)
    spoiled.push(
      fc
        .tuple(valid, fc.constantFrom(...badKeys))
        .map(([values, key]) => requestOf(operation, values, { [keyHeader]: key })),
    );
  return fc.oneof(...spoiled).map((sent) => ({ sent, expected: "refused" }));
};
