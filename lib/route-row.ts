import type * as z from "zod";
import type { ExtensionField } from "./fields.ts";
import type { Site } from "./site/schema.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a function may do; its role is derived from this. `table` and `index` name the DynamoDB actions. */
type Access = {
  readonly table: readonly ("BatchGetItem" | "Query" | "PutItem" | "UpdateItem" | "DeleteItem" | "ConditionCheckItem")[];
  readonly index: boolean;
  readonly erp: boolean;
};

export type Address = { readonly method: Method; readonly path: string };

export type RouteRow = {
  readonly module: "location" | "box" | "attachment";
  readonly kind: "read" | "write";
  /** The method and path below the site's base path; `false` when the site does not serve it. */
  readonly at: (site: Site) => Address | false;
  readonly fieldsIn: (site: Site) => "query" | "body";
  /** Fields that come in the query although the others come in the body. */
  readonly queryFields?: readonly ExtensionField[];
  readonly errors: "product" | "accessory";
  readonly access: Access;
  readonly input: (site: Site) => z.ZodObject;
  readonly output: (site: Site) => z.ZodType;
  readonly summary: string;
  /** What a client should know beside the summary. */
  readonly notes?: string;
};
