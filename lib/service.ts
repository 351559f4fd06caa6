import type * as z from "zod/mini";
import { systemClock } from "./clock.ts";
import type { ErpReader } from "./domain/erp.ts";
import type { ReadContext, RecordedWrite, WriteContext } from "./domain/operation.ts";
import type { RequestLimits, ServiceContext, WriteInput } from "./http/request.ts";
import { observeRequests } from "./http/request.ts";
import type { Route } from "./http/route.ts";
import { logEvent } from "./log.ts";
import type { Meter } from "./metrics.ts";
import type { Site } from "./site/schema.ts";
import type { Table } from "./store/client.ts";
import { receiptStore } from "./store/operations.ts";

/** The parts that the dependencies of an endpoint are made from. */
export type WithSite = { readonly site: Site };
export type WithTable = WithSite & { readonly table: Table };
export type WithErp = WithTable & { readonly erp: ErpReader };
/** Of an endpoint that asks the ERP only on some sites. */
export type WithErpIfAsked = WithTable & { readonly erp?: ErpReader | undefined };

/** Keeps the literal types of a route, which is an endpoint without its verb. */
export const defineRoute = <const R extends Route>(route: R): R => route;

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
    given: ReadContext & NoInfer<Dependencies>,
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
    given: WriteContext & NoInfer<Dependencies>,
  ) => Promise<RecordedWrite<z.output<Out>>>;
  readonly dependencies: (parts: Parts) => Dependencies;
}) => ({
  ...route,
  ...rest,
  receipts: ({ table }: Parts) => receiptStore(table),
});

/** Milliseconds. */
export const requestLimits: RequestLimits = { budget: 4_500, reserve: 500 };

export type ServiceSettings = RequestLimits & Pick<ServiceContext, "clock">;

/** Nothing is global: one process can serve two sites. */
export const openService = (
  site: Site,
  meter: Meter,
  settings: Partial<ServiceSettings> = {},
): ServiceContext => {
  const { clock = systemClock, ...limits } = settings;
  return {
    site,
    meter,
    clock,
    limits: { ...requestLimits, ...limits },
    observer: observeRequests(meter),
    log: logEvent,
  };
};
