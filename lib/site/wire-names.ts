import {
  type ExtensionField,
  extensionFields,
  extensionHeaders,
  extensionRoutes,
} from "../extensions.ts";
import type { FieldName, InputField } from "../fields.ts";
import type { Site } from "./schema.ts";

/** The context that decides a name on the wire. */
export type WireNaming = Pick<Site, "fields" | "extensions" | "routes"> & {
  readonly erp: Pick<Site["erp"], "product">;
};

export const isExtensionField = (field: InputField): field is ExtensionField =>
  field in extensionFields;

type Extension = { readonly purpose: string; readonly answers?: readonly FieldName[] };
type Switch = (site: WireNaming) => unknown;

const switchedBy = (
  extensions: Readonly<Record<string, Extension>>,
  answerOf: (name: string, site: WireNaming) => unknown,
): [FieldName, Switch][] =>
  Object.entries(extensions).flatMap(([name, { answers = [] }]) =>
    answers.map((field): [FieldName, Switch] => [field, (site) => answerOf(name, site)]),
  );

const groupSwitches = (all: readonly (readonly [FieldName, Switch])[]) => {
  const groups = Map.groupBy(all, ([field]) => field);
  return new Map([...groups].map(([field, ofField]) => [field, ofField.map(([, one]) => one)]));
};

type RouteName = keyof typeof extensionRoutes;
type HeaderName = keyof typeof extensionHeaders;

/** The fields of answers that a site can switch off, with the answers that do it. A field exists with any of its extensions. */
const switches: ReadonlyMap<InputField, readonly Switch[]> = groupSwitches([
  ["product", ({ erp }) => erp.product],
  ...switchedBy(extensionRoutes, (name, { routes }) => routes[name as RouteName]),
  ...switchedBy(extensionHeaders, (name, { extensions }) => extensions[name as HeaderName]),
  ...switchedBy(extensionFields, (name, site) => wireNameOf(name as ExtensionField, site)),
]);

/** `false`: the site switched the extension off. */
export function wireNameOf(field: InputField, site: WireNaming): string | false {
  if (isExtensionField(field)) return site.extensions[extensionFields[field].answer];
  const ofField = switches.get(field) ?? [];
  const isOff = ofField.length > 0 && ofField.every((answerOf) => answerOf(site) === false);
  return isOff ? false : site.fields[field];
}

/** Every field that a site has, with its name on the wire. */
export const wireNames = (site: WireNaming): (readonly [field: InputField, name: string])[] =>
  ([...Object.keys(site.fields), ...Object.keys(extensionFields)] as InputField[]).flatMap(
    (field) => {
      const name = wireNameOf(field, site);
      return name === false ? [] : [[field, name] as const];
    },
  );

type KeyAnswer = { readonly extensions: Pick<Site["extensions"], "idempotencyKey"> };

/** The header of the idempotency key (specification §4); `false` on a site without one. */
export const keyHeaderOf = ({ extensions: { idempotencyKey } }: KeyAnswer): string | false =>
  typeof idempotencyKey === "object" ? idempotencyKey.header : idempotencyKey;

/** Whether a write without an idempotency key is refused. */
export const isKeyRequired = ({ extensions: { idempotencyKey } }: KeyAnswer): boolean =>
  typeof idempotencyKey === "object";
