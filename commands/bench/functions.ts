import type { APIGatewayProxyEvent } from "aws-lambda";
import { eventOf } from "#infra/bundle/example-event.ts";
import { localContext } from "#infra/local/event.ts";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable } from "#lib/store/client.ts";
import { erpRowsOf, type Fixture, openFixture, tableName } from "../fixture.ts";
import { functionTimeout, patient } from "../waits.ts";

/** A request: its route, and its fields in canonical names. */
export type Step = readonly [route: RouteId, fields: Readonly<Record<string, unknown>>];

export const save = (box_no: string, zongpai: string, quantity = 1): Step => [
  "post-box",
  { box_no, zongpai, quantity },
];

export const register = (zongpai: string, location: string): Step => [
  "post-trace-location",
  { zongpai, location },
];

/** What a gateway hands over of a request. */
export const requestTo = ([route, fields]: Step, site: Site): APIGatewayProxyEvent => {
  const served = routesOf(site).find(({ id }) => id === route);
  if (!served) throw new Error(`The site ${site.name} does not serve ${route}.`);
  return eventOf(served, fields, site) as APIGatewayProxyEvent;
};

/** The site demo with an ERP that knows these goods and boxes. */
export const demoWith = (goods: readonly string[], boxes: readonly string[] = []) =>
  openFixture("bench", "demo", (site) => erpRowsOf({ goods, boxes }, 999_999, site));

/** The functions of a fixture's site, on one engine, in this process. `sure` throws an Error for an answer that is no success. */
export const openBench = async (
  { site, erp }: Fixture,
  endpoint: string,
  settings: { readonly budget?: number } = { budget: patient.budget },
  attemptLimit = patient.attempt,
) => {
  const table = openTable({ name: tableName, endpoint, attemptLimit });
  // The service's log reads its level when it loads.
  const { openFunctions } = await import("#lib/in-process.ts");
  const patientSite = { ...site, erp: { ...site.erp, lookupTimeout: patient.lookup } };
  const handlers = await openFunctions(patientSite, { table, erpFile: erp, settings });
  const call = async (step: Step, timeout = functionTimeout) => {
    const context = localContext(step[0], "bench", timeout);
    const answer = await handlers.get(step[0])?.(requestTo(step, site), context);
    return { statusCode: 500, body: "", ...answer };
  };
  const sure = async (step: Step): Promise<void> => {
    const { statusCode, body } = await call(step);
    if (statusCode !== site.success[step[0]])
      throw new Error(`${JSON.stringify(step)} was answered ${statusCode} ${body}`);
  };
  return { table, call, sure };
};

/** The value below which this share of the values lies; the median. */
export const quantile = (values: readonly number[], share = 0.5): number =>
  values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(share * values.length) - 1)] ??
  0;
