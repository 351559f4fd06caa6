import type * as z from "zod/mini";
import type { Erp } from "./domain/erp.ts";
import {
  type Reading,
  type Receipts,
  settle,
  type Writing,
  type Written,
} from "./domain/operation.ts";
import { type Answerer, endpoint, type Handler, type Limits } from "./http/endpoint.ts";
import { observe } from "./http/observe.ts";
import { operationsOf } from "./http/operation.ts";
import type { RouteRow } from "./http/route.ts";
import type { Meter } from "./metrics.ts";
import type { Site } from "./site/schema.ts";
import type { Table } from "./store/client.ts";

type ReadRoute<In extends z.ZodMiniObject, Out extends z.ZodMiniType> = RouteRow<In, Out> & {
  readonly kind: "read";
};
type WriteRoute<In extends z.ZodMiniObject, Out extends z.ZodMiniType> = RouteRow<In, Out> & {
  readonly kind: "write";
};
/** The fields that the input of every write has. */
type WriteInput = {
  readonly _zod: {
    readonly output: {
      readonly zongpai: string;
      readonly dry_run?: boolean | undefined;
      readonly scanned_at?: number | undefined;
    };
  };
};

export type ServiceSettings = Limits & {
  /** The site's names of API keys, by the ids that the gateway made. */
  readonly keyNames: ReadonlyMap<string, string>;
};

/** What an endpoint works with: the site and the meter; and the table; and the ERP. */
export type Alone = { readonly site: Site; readonly meter: Meter };
export type OnTable = Alone & { readonly table: Table };
export type OnErp = OnTable & { readonly erp: Erp };
/** The ERP, for a function that asks it only on some sites. */
export type PerhapsErp = { readonly erp?: Erp | undefined };

/** Makes the ports of a verb (stores, the ERP) from what the endpoint works with. */
type PortsOf<Around, Ports> = (around: Around) => Ports;

/** Makes the handlers of a site's endpoints. */
export type Service<Around> = {
  readonly site: Site;
  /** The handler of a route that only reads. */
  readonly read: <In extends z.ZodMiniObject, Out extends z.ZodMiniType, Ports>(
    route: ReadRoute<In, Out>,
    verb: (input: z.output<In>, ports: Reading & NoInfer<Ports>) => Promise<z.output<Out>>,
    portsOf: PortsOf<Around, Ports>,
  ) => Handler<Around>;
  /** The handler of a route that writes; its ports include `operations`, which make each write happen exactly once. */
  readonly write: <
    In extends z.ZodMiniObject & WriteInput,
    Out extends z.ZodMiniType,
    Ports extends { readonly operations: Receipts },
  >(
    route: WriteRoute<In, Out>,
    verb: (input: z.output<In>, ports: Writing & NoInfer<Ports>) => Promise<Written<z.output<Out>>>,
    portsOf: PortsOf<Around, Ports>,
  ) => Handler<Around>;
};

/** Milliseconds. */
export const requestLimits: Limits = { budget: 4_500, reserve: 500 };

/**
 * The one place where a site, its table, its ERP and its meter come together. All are parameters, so one process can have two sites or
 * two tables, and tests can set longer limits.
 */
export const service = <Parts extends { readonly meter: Meter }>(
  site: Site,
  parts: Parts,
  {
    keyNames = new Map(),
    budget = requestLimits.budget,
    reserve = requestLimits.reserve,
  }: Partial<ServiceSettings> = {},
): Service<Parts & { readonly site: Site }> => {
  type Around = Parts & { readonly site: Site };
  const around: Around = { ...parts, site };
  const observed = observe(parts.meter);
  const operationOf = operationsOf(site, keyNames);
  const on = <In extends z.ZodMiniObject, Out extends z.ZodMiniType>(
    route: RouteRow<In, Out>,
    answerOn: Answerer<z.output<In>, z.output<Out>, Around>,
  ) => endpoint(route, { site, limits: { budget, reserve }, observed, around, answerOn, keyNames });

  return {
    site,
    read: (route, verb, portsOf) =>
      on(route, (around) => {
        const ports = portsOf(around);
        return async ({ input, at, deadline }) => ({
          result: await verb(input, { ...ports, site, at, deadline }),
          replayed: false,
        });
      }),

    write: (route, verb, portsOf) =>
      on(route, (around) => {
        const ports = portsOf(around);
        return async ({ event, input, at, deadline }) => {
          if (input.scanned_at !== undefined)
            around.meter.scanAge(Math.max(0, (at - input.scanned_at) / 1_000));
          const operation = operationOf(route, event, input, { at, deadline });
          const write = () => verb(input, { ...ports, site, operation });
          // A dry run records nothing, not even its refusal: that would become the answer of the real write with the same key.
          if (input.dry_run === true) return write();
          const written = await settle(operation, ports.operations, write);
          around.meter.count(written.replayed ? "Replayed" : "Accepted");
          return written;
        };
      }),
  };
};
