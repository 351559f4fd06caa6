import { describe, expect, it } from "vitest";
import { routesOf } from "#lib/routes.ts";
import { done, refused, serves } from "../support/client.ts";
import { register } from "../support/requests.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

describe.runIf(serves("get-me"))("extension: who the caller is, and what they may call", () => {
  it.runIf(serves("get-history"))("names the caller as history does", async () => {
    const goods = zongpai(fresh());
    await register(goods);
    const { body } = await done("get-history", { zongpai: goods });
    const [{ who } = { who: "nobody" }] = body.events as { who: string }[];
    expect((await done("get-me", {})).body.who).toBe(who);
  });

  it("has every route that the site serves, where callers have no roles", async () => {
    const served = routesOf(site).map(({ id }) => id);
    expect((await done("get-me", {})).body.routes).toEqual(served);
  });

  it("is kept by no cache, and takes no field", async () => {
    expect((await done("get-me", {})).headers.get("cache-control")).toBe("no-store");
    await refused("invalidField", "get-me", { zongpai: zongpai(1) });
  });
});
