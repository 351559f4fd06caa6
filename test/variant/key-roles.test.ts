import { afterAll, describe, expect, it } from "vitest";
import { localKeys } from "#infra/local/authenticate-key.ts";
import { apiKeyValue } from "#lib/gate/caller.ts";
import { type RouteId, routeIds } from "#lib/route-ids.ts";
import { endpointsOfRole } from "../site/roles.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { me, startGateway } from "./auth-rig.ts";

const apiKeys = localKeys(site);
const gateway = await startGateway({ apiKeys });
afterAll(gateway.stop);
const { forbidden, unknownRoute, methodNotAllowed } = site.errors.gateway;

const as = (name: string) => ({ "x-api-key": apiKeys.get(name) ?? "" });

describe("a site whose keys have roles", () => {
  it.each([
    ["handheld-1", endpointsOfRole.scanner],
    ["desk", endpointsOfRole.supervisor],
    ["erp", endpointsOfRole.integration],
  ])(
    "lets %s call what its role may call, and nothing else",
    async (name, ids: readonly string[]) => {
      const { answers } = await gateway.everywhere(as(name));
      for (const { id, status, body } of answers)
        if (id === "unrouted")
          expect([unknownRoute.status, methodNotAllowed.status]).toContain(status);
        else if (id === "get-me" || ids.includes(id)) expect(status, id).not.toBe(forbidden.status);
        else {
          const { code: error_code, domain } = forbidden;
          expect([status, body], id).toMatchObject([forbidden.status, { error_code, domain }]);
        }
    },
  );

  it.each([
    ["handheld-1", endpointsOfRole.scanner],
    ["desk", endpointsOfRole.supervisor],
    ["erp", endpointsOfRole.integration],
  ])("tells %s its name, and what its role may call", async (name, ids: readonly RouteId[]) => {
    const { status, body } = await gateway.send(me, as(name));
    const routes = routeIds.filter((id) => id === "get-me" || ids.includes(id));
    expect([status, body]).toEqual([200, { who: name, routes }]);
  });

  it("lets a replaced key call the same routes, and an unknown name none", async () => {
    const secret = "0123456789abcdef".repeat(2);
    const made = new Map(
      ["desk", "gone"].map((name) => [`id-of-${name}`, apiKeyValue(name, secret)]),
    );
    const replaced = await startGateway({ apiKeys: made });
    try {
      const goods = zongpai(fresh());
      const who = (name: string) =>
        replaced.whoRegisters(goods, { "x-api-key": made.get(`id-of-${name}`) ?? "" });
      const gone = await replaced.send(me, { "x-api-key": made.get("id-of-gone") ?? "" });
      expect([gone.status, gone.body.routes]).toEqual([200, ["get-me"]]);
      expect(await who("gone")).toEqual([]);
      expect(await who("desk")).toEqual(["desk"]);
    } finally {
      await replaced.stop();
    }
  });
});
