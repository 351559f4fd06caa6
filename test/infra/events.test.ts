import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { expect, it } from "vitest";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { localContext } from "#infra/gateway-event.ts";
import { MemoryTable } from "#infra/local/memory-table.ts";
import { openFunctions } from "#lib/in-process.ts";
import { type RouteId, routeIds } from "#lib/route-ids.ts";
import { openTable } from "#lib/store/client.ts";
import demo from "../../sites/demo.ts";
import { newFolder } from "../support/folder.ts";
import { routesInOrder } from "../support/routes-in-order.ts";
import { patient } from "../support/waits.ts";

const eventOf = (id: RouteId) =>
  JSON.parse(readFileSync(`test/events/${id}.json`, "utf8")) as APIGatewayProxyEvent;
const takesBack = (id: RouteId) => /^(delete|clear|move)-/.test(id);

it("each route has an event", () => {
  const files = readdirSync("test/events").toSorted();
  expect(files).toEqual(routeIds.map((id) => `${id}.json`).toSorted());
});

it.each(routesInOrder)("the event of %s succeeds in its function", async (id) => {
  const erpFile = join(newFolder(), "erp.sqlite");
  seedDemoErp(erpFile, demo);
  const table = openTable({ name: "Warehouse-events", attemptLimit: patient.attempt });
  new MemoryTable().answerCommandsOf(table);
  const waits = { lookupLimitMs: patient.lookup, settings: { budget: patient.budget } };
  const handlers = await openFunctions(demo, { table, erpFile, ...waits });
  const play = (one: RouteId) => handlers.get(one)?.(eventOf(one), localContext(one, "none"));
  const earlier = routesInOrder.slice(0, routesInOrder.indexOf(id));
  for (const one of earlier) if (!takesBack(one)) await play(one);
  const answer = await play(id);
  expect(answer?.statusCode, answer?.body).toBe(demo.success[id]);
});
