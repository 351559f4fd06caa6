import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { afterAll, inject } from "vitest";
import { createTable } from "#infra/local/create-table.ts";
import { localContext } from "#infra/local/event.ts";
import { openFunctions } from "#lib/in-process.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable } from "#lib/store/client.ts";
import { patient } from "../../commands/waits.ts";
import type { FunctionId } from "../support/permissions.ts";

const folder = mkdtempSync(join(tmpdir(), "opened-site-"));
afterAll(() => rmSync(folder, { recursive: true }));
Object.assign(process.env, {
  AWS_REGION: "local",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
});

/** A site with a table and an ERP of its own, in this process; a busy machine is no fault of either. */
export const openedSite = async (profile: Site, seed: (erpFile: string, site: Site) => unknown) => {
  const site = { ...profile, erp: { ...profile.erp, lookupTimeout: patient.lookup } };
  const name = `Opened-${site.name}-${Date.now()}`;
  const erpFile = join(folder, `${site.name}.sqlite`);
  const endpoint = inject("dynamodb");
  await createTable(endpoint, name);
  seed(erpFile, site);
  const table = openTable({ name, endpoint, attemptLimit: patient.attempt });
  const settings = { budget: patient.budget };
  const handlers = await openFunctions(site, { table, erpFile, settings });
  const send = (id: FunctionId, event: object) =>
    handlers.get(id)?.(event as APIGatewayProxyEvent, localContext(id, "test"));
  return { site, table, erpFile, send };
};
