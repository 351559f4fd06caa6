import { expect } from "vitest";
import { exampleRequestOf } from "#lib/openapi/examples.ts";
import { v1 } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { contractOf } from "../../commands/contract/contract.ts";
import { senderTo, withRetries } from "../../commands/contract/request.ts";
import { routesInOrder } from "../support/routes-in-order.ts";

/**
 * Sends the example of each route to a deployed stage. Each must be answered with success and as described, and refused without a key. So each
 * function has its code, its rights and its settings.
 */
export const callEveryRoute = async (site: Site, url: string, key: string): Promise<void> => {
  const sign = async () => ({ "x-api-key": key });
  const contract = contractOf(site, withRetries(senderTo(url, sign)));
  const { routes, call, checkAddress, checkClosed } = contract;
  expect(routesInOrder).toEqual(expect.arrayContaining([...routes.keys()]));
  const { to_box_no } = exampleRequestOf(v1["move-item"], site);
  for (const id of routesInOrder) {
    if (!routes.has(id)) continue;
    const example = exampleRequestOf(v1[id], site);
    // The goods were moved.
    const isMoved = id === "delete-box" && routes.has("move-item");
    const { status, text } = await call(id, isMoved ? { ...example, box_no: to_box_no } : example);
    expect([id, status < 300 ? "succeeds" : text]).toEqual([id, "succeeds"]);
  }
  await checkClosed();
  await checkAddress("PUT", `${site.basePath}/box`);
};
