import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { eventOf } from "#infra/bundle/example-event.ts";
import { localContext } from "#infra/local/context.ts";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { type Meter, silent } from "#lib/metrics.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable, type Table } from "#lib/store/client.ts";
import { type Stand, tableName } from "../stand.ts";
import { functionTimeout, patient } from "../waits.ts";
import { watch } from "./meter.ts";
import { type Fields, routeOf } from "./steps.ts";

/** What a gateway hands over of a request with these fields, in canonical names. */
export const requestTo = (id: RouteId, fields: Fields, site: Site) =>
  eventOf(routeOf(id, site), fields, site) as APIGatewayProxyEvent;

/** The functions of a stand's site on one engine. */
export type Bench = {
  readonly site: Site;
  readonly table: Table;
  /**
   * Prepares a call of a route's handler, so that only the handler is measured. The call throws an Error when it is refused, or not
   * refused where it must be: then the figure would be that of another operation.
   */
  readonly prepared: (
    id: RouteId,
    fields: Fields,
    refused?: boolean,
  ) => () => Promise<APIGatewayProxyResult>;
  /** Has each function answer once, whatever it answers: the first time is another operation, with a line of its own in the log. */
  readonly warm: () => Promise<unknown>;
};

export const openBench = async (
  { site: asked, erp }: Stand,
  endpoint: string,
  meter: Meter = silent,
): Promise<Bench> => {
  const site = { ...asked, erp: { ...asked.erp, lookupTimeout: patient.lookup } };
  const table = openTable({
    name: tableName,
    endpoint,
    count: meter.count,
    attemptLimit: patient.attempt,
  });
  watch(table);
  // The service's log reads its level when it loads.
  const { openFunctions } = await import("#lib/in-process.ts");
  const handlers = await openFunctions(site, {
    table,
    erpFile: erp,
    meter,
    settings: { budget: patient.budget },
  });
  const call = (id: RouteId, event: APIGatewayProxyEvent) =>
    handlers.get(id)?.(event, localContext(id, "bench", functionTimeout));
  return {
    site,
    table,
    warm: () => Promise.all(routesOf(site).map(({ id }) => call(id, requestTo(id, {}, site)))),
    prepared: (id, fields, refused = false) => {
      const event = requestTo(id, fields, site);
      return async () => {
        const answer = await call(id, event);
        if (!answer) throw new Error(`There is no function for ${id}.`);
        const { statusCode, body } = answer;
        const expected = refused
          ? statusCode >= 400 && statusCode < 500
          : statusCode === site.success[id];
        if (!expected)
          throw new Error(`${id} ${JSON.stringify(fields)} was answered ${statusCode} ${body}`);
        return answer;
      };
    },
  };
};
