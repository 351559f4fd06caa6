import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { exampleEvent } from "#infra/bundle/example-event.ts";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { createTable } from "#infra/local/create-table.ts";
import { localContext } from "#infra/local/event.ts";
import { openFunctions } from "#lib/in-process.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable } from "#lib/store/client.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";

const folder = mkdtempSync(join(tmpdir(), "two-sites-"));
const credentials = {
  AWS_REGION: "local",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
};

beforeAll(() => Object.assign(process.env, credentials));
afterAll(() => rmSync(folder, { recursive: true }));

/** A site with a table and an ERP of its own, in this process; a busy machine is no fault of either. */
const opened = async (profile: Site) => {
  const site = { ...profile, erp: { ...profile.erp, lookupTimeout: 10_000 } };
  const name = `Two-${site.name}-${Date.now()}`;
  const erpFile = join(folder, `${site.name}.sqlite`);
  await createTable(inject("dynamodb"), name);
  seedDemoErp(erpFile, site);
  const table = openTable({ name, endpoint: inject("dynamodb"), attemptLimit: 10_000 });
  const handlers = await openFunctions(site, { table, erpFile, settings: { budget: 15_000 } });
  return async (id: "post-box" | "get-box-info") => {
    const route = routesOf(site).find((served) => served.id === id);
    const event = route && (exampleEvent(route, site) as APIGatewayProxyEvent);
    const answer = event && (await handlers.get(id)?.(event, localContext(id, "test")));
    return {
      status: answer?.statusCode,
      body: JSON.parse(answer?.body ?? "{}") as Record<string, unknown>,
    };
  };
};

it("two sites answer from one process, each in its own words and from its own table", async () => {
  const [one, other] = await Promise.all([opened(demo), opened(odd)]);
  const [saved, gespeichert] = await Promise.all([one("post-box"), other("post-box")]);
  expect([saved.status, gespeichert.status]).toEqual([
    demo.success["post-box"],
    odd.success["post-box"],
  ]);
  expect(saved.body[demo.fields.box_no]).toBe(demo.formats.boxNo.example);
  expect(gespeichert.body[odd.fields.box_no]).toBe(odd.formats.boxNo.example);
  const [shown, gezeigt] = await Promise.all([one("get-box-info"), other("get-box-info")]);
  expect(shown.body[demo.fields.items]).toHaveLength(1);
  expect(gezeigt.body[odd.fields.items]).toHaveLength(1);
  expect(odd.fields.items).not.toBe(demo.fields.items);
});
