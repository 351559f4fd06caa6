import { type ExtensionField, type FieldName, fields, type InputField } from "../fields.ts";
import { routesOf } from "../routes.ts";
import { type Rule, repeated, twice, when } from "./rule.ts";
import { extensionAnswers, wireNameOf } from "./wire-names.ts";

export const wireNames: Rule = (site) => {
  const places = [
    ...Object.keys(fields).map((name) => [`fields.${name}`, name as FieldName] as const),
    ...Object.entries(extensionAnswers).map(
      ([field, answer]) => [`extensions.${answer}`, field as ExtensionField] as const,
    ),
  ];
  const all = places.flatMap(([path, field]) => {
    const wire = wireNameOf(field, site);
    return wire === false ? [] : [[path, wire] as const];
  });
  return [
    ...repeated(all, (wire) => `"${wire}" already names another field`),
    ...all.flatMap(([path, wire]) =>
      when(
        wire === "__proto__",
        path,
        '"__proto__" cannot name a field: parsers of JSON give it another meaning',
      ),
    ),
  ];
};

/** Headers that the gateway, HTTP clients or this service already use. */
const taken = new Set([
  ...[
    "accept",
    "allow",
    "authorization",
    "cache-control",
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "date",
  ],
  ...[
    "host",
    "origin",
    "retry-after",
    "set-cookie",
    "transfer-encoding",
    "user-agent",
    "x-api-key",
  ],
]);

export const headers: Rule = ({ extensions: { idempotencyKey, replayed } }) => {
  const key =
    idempotencyKey && "header" in idempotencyKey ? idempotencyKey.header.toLowerCase() : undefined;
  const mark = replayed ? replayed.toLowerCase() : undefined;
  return [
    ...when(
      key !== undefined && taken.has(key),
      "extensions.idempotencyKey",
      "this header has a meaning of its own",
    ),
    ...when(
      mark !== undefined && taken.has(mark),
      "extensions.replayed",
      "this header has a meaning of its own",
    ),
    ...when(
      mark !== undefined && mark === key,
      "extensions.replayed",
      "is the name of the key's header too",
    ),
    ...when(
      mark !== undefined && !idempotencyKey,
      "extensions.replayed",
      "without an idempotency key nothing is replayed",
    ),
  ];
};

/** If the key is made of fields, a request has one only if it has all these fields. */
export const keyFields: Rule = (site) => {
  const { idempotencyKey } = site.extensions;
  if (!idempotencyKey || !("fields" in idempotencyKey)) return [];
  const sent = new Set(
    routesOf(site).flatMap(({ row }) =>
      row.kind === "write" ? Object.keys(row.input(site).shape) : [],
    ),
  );
  return idempotencyKey.fields.flatMap((name) => [
    ...when(
      !sent.has(name),
      "extensions.idempotencyKey",
      `no write takes "${name}", so no request would have a key`,
    ),
    ...when(
      wireNameOf(name as InputField, site) === false,
      "extensions.idempotencyKey",
      `"${name}" is switched off, so no request would have a key`,
    ),
  ]);
};

export const routes: Rule = (site) => [
  ...repeated(
    routesOf(site).map(({ id, method, path }) => [`routes (${id})`, `${method} ${path}`] as const),
    (address) => `${address} is the address of another route`,
  ),
  ...when(
    site.routes.refusals !== false && !site.extensions.idempotencyKey,
    "routes.refusals",
    "without a key that names a scan (extensions.idempotencyKey) no refusal is kept",
  ),
];

/** Each of our words has its own on the wire. */
const oneWordEach = (path: string, words: Readonly<Record<string, string>>, what: string) =>
  repeated(
    Object.entries(words).map(([name, word]) => [`${path}.${name}`, word] as const),
    (word) => `"${word}" is said of another ${what}`,
  );

export const words: Rule = ({ erp, attachment, history, location }) => [
  ...twice("location.areas", location.areas || [], (area) => `the area "${area}" stands twice`),
  ...oneWordEach("history.did", history.did, "event"),
  ...oneWordEach("erp.states", erp.states, "state"),
  ...twice(
    "erp.boxes.columns",
    erp.boxes.columns.map(({ name }) => name),
    (name) => `two columns are named "${name}"`,
  ),
  ...twice(
    "attachment.categories",
    attachment.categories.map(({ code }) => code),
    (code) => `the code "${code}" stands twice`,
  ),
  ...twice(
    "attachment.categories",
    attachment.categories.map(({ label }) => label),
    (label) => `two categories are labelled "${label}", so a worker could not tell them apart`,
  ),
  ...twice(
    "attachment.realEvidence",
    attachment.realEvidence,
    (fact) => `the fact "${fact}" stands twice`,
  ),
  ...twice("attachment.removalGuard", attachment.removalGuard),
  ...when(
    attachment.evidence.present === attachment.evidence.absent,
    "attachment.evidence",
    "the two values have one name",
  ),
];
