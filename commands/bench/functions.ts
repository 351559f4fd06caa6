import type { APIGatewayProxyEvent } from "aws-lambda";
import { eventOf } from "#infra/bundle/example-event.ts";
import { localContext } from "#infra/local/context.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable } from "#lib/store/client.ts";
import { type Fixture, tableName } from "../fixture.ts";
import { functionTimeout, patient } from "../waits.ts";
import type { Step } from "./steps.ts";

/** What a gateway hands over of a request with these fields, in canonical names. */
export const requestTo = ({ route, fields }: Step, site: Site): APIGatewayProxyEvent => {
  const served = routesOf(site).find(({ id }) => id === route);
  if (!served) throw new Error(`The site ${site.name} does not serve ${route}.`);
  return eventOf(served, fields, site) as APIGatewayProxyEvent;
};

/** The functions of a fixture's site, on one engine, in this process. `sure` throws an Error for an answer of another operation. */
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
    const context = localContext(step.route, "bench", timeout);
    const answer = await handlers.get(step.route)?.(requestTo(step, site), context);
    return { statusCode: 500, body: "", ...answer };
  };
  const sure = async (step: Step): Promise<void> => {
    const { statusCode, body } = await call(step);
    const refused = statusCode >= 400 && statusCode < 500;
    if (step.refused ? !refused : statusCode !== site.success[step.route])
      throw new Error(`${JSON.stringify(step)} was answered ${statusCode} ${body}`);
  };
  return { table, call, sure };
};
