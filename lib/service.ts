import type * as z from "zod/mini";
import { systemClock } from "./clock.ts";
import type { Erp } from "./domain/erp.ts";
import type { Reading, Writing, Written } from "./domain/operation.ts";
import type { Limits, Service, WriteInput } from "./http/request.ts";
import { observe } from "./http/request.ts";
import type { Route } from "./http/route.ts";
import { logEvent } from "./log.ts";
import type { Meter } from "./metrics.ts";
import type { Site } from "./site/schema.ts";
import type { Table } from "./store/client.ts";
import { operationStore } from "./store/operations.ts";

/** What the dependencies of an endpoint are made from. */
export type WithSite = { readonly site: Site };
export type WithTable = WithSite & { readonly table: Table };
export type WithErp = WithTable & { readonly erp: Erp };
/** Of an endpoint that asks the ERP only on some sites. */
export type WithErpIfAsked = WithTable & { readonly erp?: Erp | undefined };

/** An endpoint without its verb. */
export const routeOf = <const R extends Route>(route: R): R => route;

/** Callers mark it pure, so that a bundle of routes alone leaves out the verbs. */
export const readEndpoint = <
  In extends z.ZodMiniObject,
  Out extends z.ZodMiniType,
  Parts,
  Dependencies extends object,
>({
  route,
  ...rest
}: {
  readonly route: Route<In, Out> & { readonly kind: "read" };
  readonly verb: (
    input: z.output<In>,
    given: Reading & NoInfer<Dependencies>,
  ) => Promise<z.output<Out>>;
  readonly dependencies: (parts: Parts) => Dependencies;
}) => ({ ...route, ...rest });

/** Its writes happen exactly once, by the operation rows of the table. */
export const writeEndpoint = <
  In extends z.ZodMiniObject & { readonly _zod: { readonly output: WriteInput } },
  Out extends z.ZodMiniType,
  Parts extends WithTable,
  Dependencies extends object,
>({
  route,
  ...rest
}: {
  readonly route: Route<In, Out> & { readonly kind: "write" };
  readonly verb: (
    input: z.output<In>,
    given: Writing & NoInfer<Dependencies>,
  ) => Promise<Written<z.output<Out>>>;
  readonly dependencies: (parts: Parts) => Dependencies;
}) => ({
  ...route,
  ...rest,
  receipts: ({ table }: Parts) => operationStore(table),
});

/** Milliseconds. */
export const requestLimits: Limits = { budget: 4_500, reserve: 500 };

export type ServiceSettings = Limits & Pick<Service, "clock">;

/** Nothing is global: one process can serve two sites. */
export const service = (
  site: Site,
  meter: Meter,
  { clock = systemClock, ...limits }: Partial<ServiceSettings> = {},
): Service => ({
  site,
  meter,
  clock,
  limits: { ...requestLimits, ...limits },
  observed: observe(meter),
  log: logEvent,
});
