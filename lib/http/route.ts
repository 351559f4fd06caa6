import type * as z from "zod/mini";
import type { Condition } from "../errors.ts";
import type { ExtensionField } from "../extensions.ts";
import type { InputField } from "../fields.ts";
import type { RouteId } from "../route-ids.ts";
import type { Site } from "../site/schema.ts";

type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The access of a function to the table and the ERP. Its IAM role is made from this. */
export type RouteAccess = {
  readonly table: readonly (
    | "BatchGetItem"
    | "Query"
    | "PutItem"
    | "UpdateItem"
    | "DeleteItem"
    | "ConditionCheckItem"
  )[];
  readonly index?: boolean;
  readonly erp?: boolean;
};

export type RouteAddress = { readonly method: HttpMethod; readonly path: string };

/** The address of a read that a site may switch off. */
export const addressOfRead = (path: string | false): RouteAddress | false =>
  path !== false && { method: "GET", path };

/** A rule between fields: a sentence, and JSON Schema if that can express it. */
export type CrossFieldRule = (
  site: Site,
  wireName: (field: InputField) => string,
) => { readonly sentence: string; readonly schema?: Readonly<Record<string, unknown>> };

type ExampleFields = Readonly<Record<string, unknown>>;

/** Values that a site accepts, in wire units. */
export type ExampleValues = {
  readonly site: Site;
  readonly zongpai: string;
  /** Left out where the site does not show it. */
  readonly product: string | undefined;
  readonly box_no: string;
  readonly to_box_no: string;
  readonly location: string;
  readonly area: string;
  readonly quantity: number;
  readonly category: string;
  readonly label: string;
  readonly columns: ExampleFields;
  /** ISO 8601. */
  readonly instant: string;
};

/** Requests and an answer in canonical names and wire units. */
export type RouteExamples = {
  readonly requests: Readonly<Record<string, ExampleFields>>;
  readonly response: ExampleFields;
};

/** An endpoint without its verb. */
export type Route<
  In extends z.ZodMiniObject = z.ZodMiniObject,
  Out extends z.ZodMiniType = z.ZodMiniType,
> = {
  readonly id: RouteId;
  /** Specification §9: `trace` is the first endpoint's own. */
  readonly module: "trace" | "location" | "box" | "attachment";
  readonly kind: "read" | "write";
  /** A correction, a deletion or a move: a scanner sends it after the save that it changes. */
  readonly corrects?: true;
  /** Whether it takes categories that the site gave up, as every correction does. */
  readonly formerCategories?: true;
  /** Below the site's base path; `false` if the site does not serve the route. */
  readonly address: RouteAddress | ((site: Site) => RouteAddress | false);
  /** If not in the query of a read and the body of a write. */
  readonly fieldsIn?: (site: Site) => "query" | "body";
  /** In the query even if the others are in the body. */
  readonly queryFields?: readonly ExtensionField[];
  readonly access: Omit<RouteAccess, "erp"> & {
    readonly erp?: boolean | ((site: Site) => boolean);
    /** Where its writes check another row without changing it. */
    readonly checks?: (site: Site) => boolean;
    /** Where boxes have places, it reads the places of many boxes. */
    readonly boxPlaces?: true;
  };
  /** A site's schemas; the names of the functions are those in the description and in generated clients. */
  readonly input: (site: Site) => In;
  readonly output: (site: Site) => Out;
  readonly summary: string;
  readonly notes?: string;
  /** The conditions of the verb, except for invalid fields and a stale quantity. */
  readonly refusals?: Readonly<Partial<Record<Condition, true | ((site: Site) => boolean)>>>;
  readonly crossFieldRule?: CrossFieldRule;
  readonly example: (values: ExampleValues) => RouteExamples;
};

/** Whose error handlers a route has (specification §7.4). */
export const errorGroupOf = ({ module }: Pick<Route, "module">): "product" | "accessory" =>
  module === "attachment" ? "accessory" : "product";

export const fieldsIn = (route: Pick<Route, "kind" | "fieldsIn">, site: Site): "query" | "body" =>
  route.fieldsIn?.(site) ?? (route.kind === "read" ? "query" : "body");

export const accessOf = ({ access }: Pick<Route, "access">, site: Site): RouteAccess => {
  const { erp, table, checks, boxPlaces, ...rest } = access;
  const readsBoxPlaces = boxPlaces && site.routes.boxLocation;
  return {
    ...rest,
    table: [
      ...table,
      ...(readsBoxPlaces ? (["BatchGetItem"] as const) : []),
      ...(checks?.(site) ? (["ConditionCheckItem"] as const) : []),
    ],
    erp: typeof erp === "function" ? erp(site) : erp,
  };
};

export const usesTable = ({ table, index = false }: Omit<RouteAccess, "erp">): boolean =>
  table.length > 0 || index;
