import type { APIGatewayProxyEvent } from "aws-lambda";
import { eventOf } from "#infra/bundle/example-event.ts";
import { localContext } from "#infra/local/context.ts";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { routesOf } from "#lib/routes.ts";
import type { ServiceSettings } from "#lib/service.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable, type Table } from "#lib/store/client.ts";
import { type Fixture, tableName } from "../fixture.ts";
import { functionTimeout, patient } from "../waits.ts";
import type { Step } from "./steps.ts";

/** What a gateway hands over of a request with these fields, in canonical names. */
export const requestTo = ({ route, fields }: Step, site: Site): APIGatewayProxyEvent => {
  const served = routesOf(site).find(({ id }) => id === route);
  if (!served) throw new Error(`The site ${site.name} does not serve ${route}.`);
  return eventOf(served, fields, site) as APIGatewayProxyEvent;
};

export type Functions = {
  readonly table: Table;
  /** Calls a route's handler in this process; gives the status and the body of its answer. */
  readonly call: (
    step: Step,
    timeout?: number,
  ) => Promise<{ readonly statusCode: number; readonly body: string }>;
  /** Calls it. @throws Error when it is refused, or not refused where it must be: the figure would be that of another operation */
  readonly sure: (step: Step) => Promise<void>;
};

/** The functions of a fixture's site, on one engine, in this process. */
export const openBench = async (
  { site, erp }: Fixture,
  endpoint: string,
  settings: Partial<ServiceSettings> = { budget: patient.budget },
  attemptLimit = patient.attempt,
): Promise<Functions> => {
  const table = openTable({ name: tableName, endpoint, attemptLimit });
  // The service's log reads its level when it loads.
  const { openFunctions } = await import("#lib/in-process.ts");
  const patientSite = { ...site, erp: { ...site.erp, lookupTimeout: patient.lookup } };
  const handlers = await openFunctions(patientSite, { table, erpFile: erp, settings });
  const call: Functions["call"] = async (step, timeout = functionTimeout) => {
    const handler = handlers.get(step.route);
    if (!handler) throw new Error(`There is no function for ${step.route}.`);
    return handler(requestTo(step, site), localContext(step.route, "bench", timeout));
  };
  const sure = async (step: Step) => {
    const { statusCode, body } = await call(step);
    const expected = step.refused
      ? statusCode >= 400 && statusCode < 500
      : statusCode === site.success[step.route as RouteId];
    if (!expected) throw new Error(`${JSON.stringify(step)} was answered ${statusCode} ${body}`);
  };
  return { table, call, sure };
};
