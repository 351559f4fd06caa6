import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { authenticator } from "#infra/local/authenticate.ts";
import { localKeyNames, localKeys } from "#infra/local/authenticate-key.ts";
import { mostTaken } from "#infra/local/gateway.ts";
import { routeIds } from "#lib/endpoints/ids.ts";
import { keyValue } from "#lib/gate/caller.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { addresses, refusedEverywhere, startGateway, unauthenticated } from "./auth-rig.ts";

const apiKeys = localKeys(site, new Map([["scanner-2", "a=key,of,its,own"]]));
const gateway = await startGateway({ apiKeys }, localKeyNames(apiKeys));
afterAll(gateway.stop);
beforeEach(() => gateway.reached.splice(0));

const wrong: Record<string, Record<string, string>> = {
  "no key": {},
  "an empty key": { "x-api-key": "" },
  "a wrong key": { "x-api-key": "scanner-3-key-on-this-laptop-only" },
  "the name of a key": { "x-api-key": "scanner-1" },
  "part of a key": { "x-api-key": "-key-on-this-laptop-only" },
  "a key as a bearer token": { authorization: "Bearer scanner-1-key-on-this-laptop-only" },
  "two keys in one header": {
    "x-api-key": "scanner-1-key-on-this-laptop-only, scanner-1-key-on-this-laptop-only",
  },
};
const right: Record<string, Record<string, string>> = {
  "a key": { "x-api-key": "scanner-1-key-on-this-laptop-only" },
  "another key": { "X-API-Key": "a=key,of,its,own" },
};

describe("a site with API keys", () => {
  it.each(Object.entries(wrong))(
    "refuses %s at every address, and no function sees it",
    async (_, credential) => {
      const { answers, functions } = await gateway.everywhere(credential);
      expect(answers).toEqual(refusedEverywhere);
      expect(functions).toEqual([]);
    },
  );

  it.each(Object.entries(right))("lets %s in at every address", async (_, credential) => {
    const { answers, functions } = await gateway.everywhere(credential);
    expect([...answers.values()].filter(({ status }) => status === 401 || status === 403)).toEqual(
      [],
    );
    expect(functions).toEqual(addresses.map(({ id }) => id));
  });

  it("has been asked for every address that it serves", () => {
    console.log(
      `API keys: ${addresses.length} addresses, ${addresses.length * Object.keys({ ...wrong, ...right }).length} cells`,
    );
    expect(new Set(addresses.map(({ id }) => id)).size).toBe(routeIds.length + 1);
  });

  it("tells the function the key and its id, and the history its name", async () => {
    expect(await gateway.whoRegisters(zongpai(fresh()), right["another key"] ?? {})).toEqual([
      "scanner-2",
    ]);
    expect(gateway.reached[0]?.event.requestContext.identity).toMatchObject({
      apiKey: "a=key,of,its,own",
      apiKeyId: "local-scanner-2",
    });
  });

  it("names a device alike in the history before and after its lost key was replaced, without a deployment", async () => {
    const goods = zongpai(fresh());
    const made = keyValue("scanner-1", "0123456789abcdef".repeat(2));
    // The functions know the ids of the stack's keys alone.
    const replaced = await startGateway(
      { apiKeys: new Map([["beside the stack", made]]) },
      localKeyNames(apiKeys),
    );
    try {
      await gateway.whoRegisters(goods, right["a key"] ?? {});
      expect(await replaced.whoRegisters(goods, { "x-api-key": made })).toEqual([
        "scanner-1",
        "scanner-1",
      ]);
      expect(replaced.reached[0]?.event.requestContext.identity.apiKeyId).toBe(
        "local-beside the stack",
      );
      expect(await replaced.send({ method: "POST", path: "/box" }, right["a key"] ?? {})).toEqual(
        unauthenticated,
      );
    } finally {
      await replaced.stop();
    }
  });

  it("tells a stranger nothing about the size of a body", async () => {
    const body = " ".repeat(mostTaken + 1);
    const box = { method: "POST", path: "/box" };
    expect(await gateway.send(box, {}, body)).toEqual(unauthenticated);
    expect((await gateway.send(box, right["a key"] ?? {}, body)).status).toBe(
      site.errors.gateway.bodyTooLarge.status,
    );
  });

  it("has no gateway that cannot check keys", () =>
    expect(() => authenticator(site, {})).toThrow("needs their values"));
});
