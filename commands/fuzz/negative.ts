import fc from "fast-check";
import type { Site } from "#lib/site/schema.ts";
import type { Operation } from "../contract/description.ts";
import { requestOf, type Sent } from "../contract/request.ts";
import { nastyValues } from "./nasty.ts";
import { type Known, validFields } from "./values.ts";

type Values = Readonly<Record<string, unknown>>;

const without = (values: Values, name: string): Values => Object.fromEntries(Object.entries(values).filter(([field]) => field !== name));

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

/** Names that no site gives a field. */
const stranger = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "colour", "toString", "A B", "ключ"),
  fc.string({ minLength: 1, maxLength: 20 }),
);

const badKeys = ["short", "x".repeat(65), "0123456789abcdef!", '"0123456789abcdef', "0123456789abcdef, 0123456789abcdef", " ".repeat(20)];

/** Requests that the description does not accept: a valid one with one thing spoiled. */
export const invalidRequests = (operation: Operation, site: Site, known: Known): fc.Arbitrary<Sent> => {
  const valid = validFields(operation, site, known);
  const { fields, takesBody, keyHeader } = operation;
  const spoiled: fc.Arbitrary<Sent>[] = [
    fc
      .tuple(valid, stranger, fc.constantFrom<unknown>(1, "A1", null, {}))
      .map(([values, name, value]) => ({ ...values, [name]: value }))
      .filter((values) => !operation.accepts(values))
      .map((values) => requestOf(operation, values)),
  ];
  if (fields.length > 0)
    spoiled.push(
      fc
        .tuple(valid, fc.constantFrom(...fields), fc.oneof(fc.constantFrom(...nastyValues), fc.string(), fc.double(), fc.jsonValue()))
        .map(([values, { name }, value]): Values => ({ ...values, [name]: value }))
        .filter((values) => !operation.accepts(values))
        .map((values) => requestOf(operation, values)),
    );
  const required = fields.filter((field) => field.required);
  if (required.length > 0)
    spoiled.push(fc.tuple(valid, fc.constantFrom(...required)).map(([values, { name }]) => requestOf(operation, without(values, name))));
  // A valid request has no cursor: that is the service's to make.
  const inQuery = fields.filter(({ name, place }) => place === "query" && name !== site.fields.cursor);
  if (inQuery.length > 0)
    spoiled.push(
      fc
        .tuple(valid, fc.constantFrom(...inQuery))
        .filter(([values, { name }]) => name in values)
        .map(([values, { name }]): Sent => {
          const sent = requestOf(operation, values);
          const pair = requestOf({ ...operation, path: "" }, { [name]: values[name] }).target.slice(1);
          return { ...sent, target: `${sent.target}&${pair}` };
        }),
    );
  if (takesBody)
    spoiled.push(
      fc.tuple(valid, spoiledBody(site)).map(([values, spoil]) => {
        const sent = requestOf(operation, values);
        return { ...sent, body: spoil(sent.body ?? "") };
      }),
      fc.tuple(valid, fc.constantFrom(...otherTypes)).map(([values, type]) => requestOf(operation, values, { "content-type": type })),
    );
  if (keyHeader)
    spoiled.push(fc.tuple(valid, fc.constantFrom(...badKeys)).map(([values, key]) => requestOf(operation, values, { [keyHeader]: key })));
  return fc.oneof(...spoiled);
};
