import * as z from "zod/mini";
import type { RouteId } from "../route-ids.ts";
import type { Site } from "../site/schema.ts";
import type { ReadContext } from "./operation.ts";
import type { SchemaOutput } from "./value.ts";

export const MeRequest = () => z.strictObject({});

export const MeResponse = (_: Site) =>
  z.strictObject({ who: z.string(), routes: z.array(z.string()) });

/** An extension: the caller's name, and which of the served routes they may call. It reads no table. */
export const tellCaller = async (
  _: object,
  { caller, served }: ReadContext & { readonly served: readonly RouteId[] },
): Promise<SchemaOutput<typeof MeResponse>> => {
  const { who, mayCall } = caller();
  return { who, routes: served.filter(mayCall) };
};
