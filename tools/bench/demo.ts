import { randomUUID } from "node:crypto";
import { eventOf } from "#infra/bundle/example-event.ts";
import { localContext } from "#infra/gateway-event.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { routesOf, type ServedRoute } from "#lib/routes.ts";
import { openTable } from "#lib/store/client.ts";
import demo from "../../sites/demo.ts";
import { erpRowsOf, type Fixture, openFixture, tableName } from "../../test/support/fixture.ts";
import { functionTimeout, patient } from "../../test/support/waits.ts";

/** A request: its route, and its fields in canonical names. */
export type Step = readonly [route: RouteId, fields: Readonly<Record<string, unknown>>];

/** A gateway's event of a request to demo. Each write has its own key, as from a scanner. */
export const requestTo = ([id, fields]: Step) => {
  const route = routesOf(demo).find((served) => served.id === id);
  return eventOf(route as ServedRoute, fields, demo, randomUUID());
};

/** The site demo with an ERP that knows these goods and boxes. */
export const demoWith = (goods: readonly string[], boxes: readonly string[] = []) =>
  openFixture("bench", "demo", (site) => erpRowsOf({ goods, boxes }, 999_999, site));

/** The functions of demo in this process. `sure` throws an Error unless the request succeeds. */
export const openDemo = async ({ site, erp }: Fixture, endpoint: string) => {
  const table = openTable({ name: tableName, endpoint, attemptLimit: patient.attempt });
  // The service's log reads its level when it loads.
  const { openFunctions } = await import("#lib/in-process.ts");
  const settings = { budget: patient.budget };
  const handlers = await openFunctions(site, {
    ...{ table, erpFile: erp, lookupLimitMs: patient.lookup, settings },
  });
  const call = async (step: Step) => {
    const context = localContext(step[0], "bench", functionTimeout);
    const answer = await handlers.get(step[0])?.(requestTo(step), context);
    return { status: answer?.statusCode ?? 500, body: answer?.body ?? "" };
  };
  const sure = async (step: Step): Promise<void> => {
    const { status, body } = await call(step);
    if (status >= 300) throw new Error(`${JSON.stringify(step)} was answered ${status} ${body}`);
  };
  return { table, call, sure };
};
