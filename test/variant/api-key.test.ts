import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { localKeys } from "#infra/local/authenticate-key.ts";
import { serveFilesAt } from "#infra/local/open-files.ts";
import { apiKeyValue } from "#lib/gate/caller.ts";
import { keyHeader } from "../support/client.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { itChecks, startGateway, unauthenticated } from "./auth-rig.ts";

const apiKeys = localKeys(site, new Map([["scanner-2", "a=key,of,its,own"]]));
// The pages are public, but the files next to them are not.
const pages = serveFilesAt("/app", "pages", async () => Buffer.from("a page"), site);
const gateway = await startGateway({ apiKeys, open: [pages] });
afterAll(gateway.stop);
beforeEach(() => gateway.reached.splice(0));

const ending = "key-on-this-laptop-only";
const first = { "x-api-key": `scanner-1-${ending}` };
const own = { "X-API-Key": "a=key,of,its,own" };
const wrong = {
  "no key": {},
  "an empty key": { "x-api-key": "" },
  "a wrong key": { "x-api-key": `scanner-3-${ending}` },
  "the name of a key": { "x-api-key": "scanner-1" },
  "part of a key": { "x-api-key": `-${ending}` },
  "a key as a bearer token": { authorization: `Bearer ${first["x-api-key"]}` },
  "two keys in one header": { "x-api-key": `${first["x-api-key"]}, ${first["x-api-key"]}` },
};

describe("a site with API keys", () => {
  itChecks(gateway, wrong, { "a key": first, "another key": own });

  it("gives the function the key and its id, and history its name", async () => {
    expect(await gateway.whoRegisters(zongpai(fresh()), own)).toEqual(["scanner-2"]);
    expect(gateway.reached[0]?.event.requestContext.identity).toMatchObject({
      apiKey: "a=key,of,its,own",
      apiKeyId: "scanner-2",
    });
  });

  it("answers a scan as before when it is sent again with another device's key", async () => {
    const body = JSON.stringify({
      zongpai: zongpai(fresh()),
      location: site.formats.location.example,
    });
    const scan = keyHeader(randomUUID());
    const register = (headers: Record<string, string>) =>
      gateway.send({ method: "POST", path: "/trace/location" }, { ...headers, ...scan }, body);
    const answer = await register(first);
    expect(answer.status).toBe(site.success["post-trace-location"]);
    expect(await register(own)).toEqual(answer);
  });

  it("names a device alike in history before and after a replaced key", async () => {
    const goods = zongpai(fresh());
    const made = apiKeyValue("scanner-1", "0123456789abcdef".repeat(2));
    // On AWS a key's id is not its name.
    const replaced = await startGateway({ apiKeys: new Map([["q5ugs7qjjh", made]]) });
    try {
      await gateway.whoRegisters(goods, first);
      const names = await replaced.whoRegisters(goods, { "x-api-key": made });
      expect(names).toEqual(["scanner-1", "scanner-1"]);
      expect(await replaced.send({ method: "POST", path: "/box" }, first)).toEqual(unauthenticated);
    } finally {
      await replaced.stop();
    }
  });
});
