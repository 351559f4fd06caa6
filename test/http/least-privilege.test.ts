import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventOf } from "#infra/bundle/example-event.ts";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { localContext } from "#infra/gateway-event.ts";
import { MemoryTable } from "#infra/local/memory-table.ts";
import { openFunctions } from "#lib/in-process.ts";
import { type RouteId, routeIds } from "#lib/route-ids.ts";
import { routesOf } from "#lib/routes.ts";
import { moreExamples } from "#lib/site/more-examples.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable } from "#lib/store/client.ts";
import { makeScratchFolder } from "../../commands/cli/scratch-folder.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import { stepsOn } from "../support/steps.ts";
import { patient } from "../support/waits.ts";
import { type FunctionId, permissionsOf, watchCommands } from "../support/watch-commands.ts";

const { folder, remove } = makeScratchFolder("opened-site");
afterAll(remove);
Object.assign(process.env, {
  AWS_REGION: "local",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
});

const sent = new Map<FunctionId | undefined, Set<string>>();

/** Calls a site so that its functions send every command that they can send to the table. */
const walk = async (site: Site) => {
  const unused = {
    goods: moreExamples(site.formats.zongpai, 9),
    boxes: moreExamples(site.formats.boxNo, 5),
    locations: moreExamples(site.formats.location, 3),
  };
  const quantity = site.formats.quantity.most;
  const columns = site.erp.boxes.columns.map(({ name }) => name);
  const erpFile = join(folder, `${site.name}.sqlite`);
  createErpDatabase(erpFile, site, {
    goods: unused.goods.map((zongpai) => ({ zongpai, quantity, product: "any" })),
    boxes: unused.boxes.map((box_no) => ({ box_no, quantity, columns })),
  });
  const table = openTable({ name: site.name, attemptLimit: patient.attempt });
  new MemoryTable().answerCommandsOf(table);
  const settings = { budget: patient.budget };
  const handlers = await openFunctions(site, {
    ...{ table, erpFile, lookupLimitMs: patient.lookup, settings },
  });
  const asFunction = watchCommands(table, (permissions, id) => {
    sent.set(id, new Set([...(sent.get(id) ?? []), ...permissions]));
  });
  const send = (id: FunctionId, event: object) =>
    asFunction(id, () =>
      handlers.get(id)?.(event as APIGatewayProxyEvent, localContext(id, "test")),
    );
  const call = async (id: RouteId, fields: object) => {
    const route = routesOf(site).find((served) => served.id === id);
    if (route) await send(id, eventOf(route, { ...fields }, site));
  };

  for (const { route, fields } of stepsOn(unused, site)) await call(route, fields);
  // Removes a category that is in use from the configuration, so that the answer names its boxes.
  const [box_no, zongpai] = [unused.boxes[0], unused.goods[4]];
  const category = site.attachment.categories[0]?.code;
  const { least } = site.formats.quantity;
  await call("post-attachment-box", { box_no, zongpai, category, quantity: least });
  await call("put-attachment-config", { zongpai, entries: [] });
  // A late scan of a box changes the row of its place.
  const stands = { box_no, location: unused.locations[0] };
  await call("post-box-location", stands);
  const scanned_at = new Date(0).toISOString();
  if (site.extensions.scannedAt) {
    await call("post-box-location", { ...stands, scanned_at });
    await call("clear-box", { box_no, scanned_at });
  }
  await call("get-boxes", {});
  // Removes a box from the ERP, so that the service deletes the copy of its row.
  const erp = new DatabaseSync(erpFile);
  erp.exec("DELETE FROM erp_box");
  erp.close();
  await call("get-box-info", { box_no: unused.boxes[2] });
  await send("unrouted", { path: "/nowhere", httpMethod: "GET", headers: {}, requestContext: {} });
};

describe("a function's role", () => {
  beforeAll(async () => {
    await walk(demo);
    await walk(odd);
  });

  it.each(routeIds)(
    "of %s allows what the function sends on the two sites and nothing else",
    (id) => {
      expect([...(sent.get(id) ?? [])].toSorted()).toEqual([...permissionsOf(id)].toSorted());
    },
  );

  it("sends nothing without a request, and nothing for unknown addresses", () => {
    expect([sent.get(undefined), sent.get("unrouted")]).toEqual([undefined, undefined]);
  });
});
