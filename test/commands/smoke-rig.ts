import { join } from "node:path";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { onTestFinished } from "vitest";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { localKeys } from "#infra/local/authenticate-key.ts";
import { createGateway, type GatewayOptions } from "#infra/local/gateway.ts";
import { MemoryTable } from "#infra/local/memory-table.ts";
import type { ErpReader } from "#lib/domain/erp.ts";
import { type LambdaHandler, openFunctions } from "#lib/in-process.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { moreExamples } from "#lib/site/more-examples.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { scanTable } from "../../commands/audit/scan-table.ts";
import { contractOf } from "../../commands/contract/contract.ts";
import { type FieldValues, senderTo } from "../../commands/contract/request.ts";
import { credentialsFor } from "../../commands/smoke/credentials.ts";
import { runSmokeChecks, type SmokeOptions } from "../../commands/smoke/run-smoke-checks.ts";
import { newFolder } from "../support/folder.ts";
import { patient } from "../support/waits.ts";
import { wayTo } from "../support/way-to.ts";

type GatewayEvent = APIGatewayProxyEvent;
type RigSettings = Omit<GatewayOptions, "handlerOf"> & {
  /** The credentials of the callers. */
  readonly env?: NodeJS.ProcessEnv;
  /** In place of the demo's ERP. */
  readonly erp?: ErpReader;
  /** Changes the gateway's event before a function gets it. */
  readonly passed?: (event: GatewayEvent) => GatewayEvent;
};

/**
 * The functions of a site behind the local gateway until the test ends, with a table in memory and the demo's ERP in the site's formats.
 */
export const startService = async (
  site: Site,
  {
    env = {},
    passed = (event) => event,
    apiKeys = localKeys(site),
    erp,
    ...settings
  }: RigSettings = {},
) => {
  takeAnyCredentials();
  const erpFile = join(newFolder(), "erp.sqlite");
  seedDemoErp(erpFile, site);
  const table = openTable({ name: "Warehouse", attemptLimit: patient.attempt });
  new MemoryTable().answerCommandsOf(table);
  const handlers = await openFunctions(site, {
    ...{ table, erpFile, lookupLimitMs: patient.lookup, ...(erp && { erp }) },
    settings: { budget: patient.budget },
  });
  const gateway = createGateway(site, {
    ...{ apiKeys, ...settings },
    handlerOf: (id) => {
      const handler = handlers.get(id) as LambdaHandler;
      return (event, context) => handler(passed(event), context);
    },
  });
  onTestFinished(gateway.stop);
  const url = `http://127.0.0.1:${await gateway.listen(0)}`;
  const { sign } = await credentialsFor(site, url, env);
  const contract = contractOf(site, senderTo(url, sign));
  return {
    url,
    env,
    contract,
    /** Calls a route that must succeed, in canonical names. Returns the answer's body. */
    done: async (id: RouteId, fields: FieldValues): Promise<FieldValues> => {
      const { status, text, body } = await contract.call(id, fields);
      if (status >= 300) throw new Error(`${id}: ${status} ${text}`);
      return body;
    },
    rows: async (): Promise<TableItem[]> => {
      const all: TableItem[] = [];
      await scanTable(table, 1, async (page) => void all.push(...page));
      return all;
    },
  };
};

export type RiggedService = Awaited<ReturnType<typeof startService>>;

/** Goods and a box of demo's ERP, another box, and a shelf other than the site's example. */
export const sampleOf = ({ formats }: Site) => {
  const [box = "", otherBox = ""] = moreExamples(formats.boxNo, 2);
  const shelf = moreExamples(formats.location, 3)[2] ?? "";
  return { goods: formats.zongpai.example, box, otherBox, shelf };
};

/** Runs the smoke test on the sample's goods and box. `spoil` adds faults to its requests. */
export const runSmokeOn = async (
  site: Site,
  { url, env }: Pick<RiggedService, "url" | "env">,
  {
    spoil = {},
    ...options
  }: Partial<SmokeOptions> & {
    readonly spoil?: Parameters<typeof wayTo>[1];
  } = {},
) => {
  const way = await wayTo(url, spoil);
  try {
    const { goods, box } = sampleOf(site);
    const result = await runSmokeChecks(
      site,
      { url: way.url, pair: { goods, box }, ...options },
      () => {},
      env,
    );
    const ofState = (name: string) => result.outcomes.filter(({ state }) => state === name);
    return { ...result, failed: ofState("FAILED"), notKnown: ofState("NOT KNOWN") };
  } finally {
    way.stop();
  }
};
