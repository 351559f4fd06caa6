import type * as z from "zod";
import type { Condition } from "./errors.ts";
import type { ExtensionField, InputField } from "./fields.ts";
import type { RouteId } from "./route-ids.ts";
import type { Site } from "./site/schema.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a function may do; its role is derived from this. `table` and `index` name the DynamoDB actions. */
type Access = {
  readonly table: readonly ("BatchGetItem" | "Query" | "PutItem" | "UpdateItem" | "DeleteItem" | "ConditionCheckItem")[];
  readonly index: boolean;
  readonly erp: boolean;
};

export type Address = { readonly method: Method; readonly path: string };

/** A rule between the fields of a request, which their own schemas do not say: a sentence, and JSON Schema where it can say it. */
export type Between = (
  site: Site,
  /** The name of a field on the site's wire. */
  name: (field: InputField) => string,
) => { readonly sentence: string; readonly schema?: Readonly<Record<string, unknown>> };

type Fields = Readonly<Record<string, unknown>>;

/** Values that a site accepts, in wire units, of which examples are made. */
type ExampleValues = {
  readonly site: Site;
  readonly zongpai: string;
  readonly box_no: string;
  readonly location: string;
  readonly area: string;
  readonly quantity: number;
  readonly category: string;
  readonly label: string;
  readonly columns: Fields;
  /** ISO 8601. */
  readonly instant: string;
};

/** Requests and an answer in canonical names and wire units; the first request stands for the route. */
export type RouteExamples = { readonly requests: Readonly<Record<string, Fields>>; readonly response: Fields };

/** All that is to be said of a route: a file under `routes/`. */
export type RouteRow<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType> = {
  readonly id: RouteId;
  /** Specification §9: `trace` is the first endpoint's own. */
  readonly module: "trace" | "location" | "box" | "attachment";
  readonly kind: "read" | "write";
  /** The method and path below the site's base path; a function where the site names them, `false` when it does not serve the route. */
  readonly address: Address | ((site: Site) => Address | false);
  readonly fieldsIn: (site: Site) => "query" | "body";
  /** Fields that come in the query although the others come in the body. */
  readonly queryFields?: readonly ExtensionField[];
  readonly access: Access;
  /** The schemas; the description calls them by the names of these functions. */
  readonly input: (site: Site) => In;
  readonly output: (site: Site) => Out;
  readonly summary: string;
  /** What a client should know beside the summary. */
  readonly notes?: string;
  /** What the verb may refuse beside invalid fields, and on which sites. */
  readonly refusals: Readonly<Partial<Record<Condition, true | ((site: Site) => boolean)>>>;
  readonly between?: Between;
  /** A test parses it with the schemas that the service itself uses. */
  readonly example: (values: ExampleValues) => RouteExamples;
};

/** Whose error handlers a route has: the accessory group has its own (specification §7.4). */
export const groupOf = ({ module }: Pick<RouteRow, "module">): "product" | "accessory" =>
  module === "attachment" ? "accessory" : "product";

/** Whether a function is told of the table: it may be one that reads the index alone. */
export const usesTable = ({ table, index }: Access): boolean => table.length > 0 || index;
