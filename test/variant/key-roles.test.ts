import { afterAll, describe, expect, it } from "vitest";
import { localKeyNames, localKeys } from "#infra/local/authenticate-key.ts";
import { keyValue } from "#lib/gate/caller.ts";
import { roles } from "../site/roles.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { addresses, startGateway } from "./auth-rig.ts";

const apiKeys = localKeys(site);
const gateway = await startGateway({ apiKeys }, localKeyNames(apiKeys));
afterAll(gateway.stop);
const { forbidden, unknownRoute, methodNotAllowed } = site.errors.gateway;

const as = (name: string) => ({ "x-api-key": apiKeys.get(name) ?? "" });

describe("a site whose keys have roles", () => {
  it.each([
    ["handheld-1", roles.scanner],
    ["handheld-2", roles.scanner],
    ["desk", roles.supervisor],
    ["erp", roles.integration],
  ])(
    "lets %s call what its role may call, and nothing else",
    async (name, ids: readonly string[]) => {
      const { answers } = await gateway.everywhere(as(name));
      for (const { id, method, path } of addresses) {
        const { status, body } = answers.get(`${method} ${path}`) ?? {};
        if (id === "unrouted")
          expect([unknownRoute.status, methodNotAllowed.status]).toContain(status);
        else if (ids.includes(id)) expect(status, id).not.toBe(forbidden.status);
        else
          expect([status, body], id).toEqual([
            forbidden.status,
            expect.objectContaining({ error_code: forbidden.code, domain: forbidden.domain }),
          ]);
      }
    },
  );

  it("refuses before it reads: a body that is none, and one that is too large, change nothing", async () => {
    const address = { method: "PUT", path: "/attachment/config" };
    for (const body of ["{", " ".repeat(site.limits.bodyBytes + 1)])
      expect((await gateway.send(address, as("handheld-1"), body)).status).toBe(forbidden.status);
  });

  it("writes nothing for a role that may not, and the same write for one that may", async () => {
    const goods = zongpai(fresh());
    expect(await gateway.whoRegisters(goods, as("erp"))).toEqual([]);
    expect(await gateway.whoRegisters(goods, as("desk"))).toEqual(["desk"]);
  });

  it("lets the key that took the place of a lost one call what its name may, and a name that the site has not nothing", async () => {
    const secret = "0123456789abcdef".repeat(2);
    const made = new Map(["desk", "gone"].map((name) => [name, keyValue(name, secret)]));
    // The functions know none of these by an id.
    const replaced = await startGateway({ apiKeys: made });
    try {
      const goods = zongpai(fresh());
      expect(await replaced.whoRegisters(goods, { "x-api-key": made.get("gone") ?? "" })).toEqual(
        [],
      );
      expect(await replaced.whoRegisters(goods, { "x-api-key": made.get("desk") ?? "" })).toEqual([
        "desk",
      ]);
    } finally {
      await replaced.stop();
    }
  });
});
