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

type RouteName = keyof typeof extensionRoutes;
type HeaderName = keyof typeof extensionHeaders;

/** The fields of answers that a site can switch off, each with the answer that does it. */
const switches: ReadonlyMap<InputField, Switch> = new Map([
  ["product", ({ erp }: WireNaming) => erp.product],
  ...switchedBy(extensionRoutes, (name, { routes }) => routes[name as RouteName]),
  ...switchedBy(extensionHeaders, (name, { extensions }) => extensions[name as HeaderName]),
  ...switchedBy(extensionFields, (name, site) => wireNameOf(name as ExtensionField, site)),
]);

/** `false`: the site switched the extension off. */
export function wireNameOf(field: InputField, site: WireNaming): string | false {
  if (isExtensionField(field)) return site.extensions[extensionFields[field].answer];
  return switches.get(field)?.(site) === false ? false : site.fields[field];
}

/** Every field that a site has, with its name on the wire. */
export const wireNames = (site: WireNaming): (readonly [field: InputField, name: string])[] =>
  ([...Object.keys(site.fields), ...Object.keys(extensionFields)] as InputField[]).flatMap(
    (field) => {
      const name = wireNameOf(field, site);
      return name === false ? [] : [[field, name] as const];
    },
  );
