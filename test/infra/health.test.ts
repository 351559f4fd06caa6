import { describe, expect, it, onTestFinished } from "vitest";
import { localKeys } from "#infra/local/authenticate-key.ts";
import { createGateway } from "#infra/local/gateway.ts";
import { refuseTakenDocsPath } from "#infra/stack/open-files.ts";
import { unroutedHandler } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import manifest from "../../package.json" with { type: "json" };
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { demoWith } from "../site/demo-with.ts";
import jwt from "../site/jwt.ts";
import odd from "../site/odd.ts";
import { functionsOf, methodsOf, statementsOf, templateOf } from "./template.ts";

/** The gateway of a site, where only the function for what no endpoint answers exists. */
const gatewayOf = async (site: Site) => {
  const unrouted = unroutedHandler({ site });
  const gateway = createGateway(site, {
    apiKeys: localKeys(site),
    handlerOf: (id) => {
      if (id !== "unrouted") throw new Error(`${id} was called`);
      return async (event) => unrouted(event);
    },
  });
  const port = await gateway.listen(0);
  onTestFinished(gateway.stop);
  return (path: string, method = "GET", headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
};

const iam = demoWith({ auth: { scheme: "iam", allowed: false }, pages: false });
const sites = [
  ["demo", demo, "/health"],
  ["odd", odd, "/lager/v3/noch/da"],
  ["a site with tokens", jwt, "/health"],
  ["a site with IAM", iam, "/health"],
] as const;
const [key = ""] = [...localKeys(demo).values()];

describe("the health address", () => {
  it.each(sites)("of %s says the version to anybody, and nothing else", async (_, site, path) => {
    const send = await gatewayOf(site);
    for (const [name, value] of [
      ["accept", "*/*"],
      ["x-api-key", "wrong"],
      ["authorization", "Bearer x"],
    ] as const) {
      const answer = await send(`${path}?a=b`, "GET", { [name]: value });
      expect([answer.status, await answer.json()]).toEqual([200, { version: manifest.version }]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("is for GET alone, and opens no other address", async () => {
    const send = await gatewayOf(demo);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
      expect((await send("/health", method)).status).toBe(401);
    for (const path of ["/health/", "/health/x", "/healthy", "/Health", "//health"])
      expect((await send(path)).status).toBe(401);
    const refused = await send("/health", "POST", { "x-api-key": key });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET"]);
  });

  it("is not there where the site answers false", async () => {
    expect((await (await gatewayOf(plain))("/health")).status).toBe(401);
    expect(methodsOf(templateOf(plain, "staging")).map(({ path }) => path)).not.toContain(
      "/health",
    );
  });

  it.each(sites.filter(([, { auth }]) => auth.scheme !== "none"))(
    "of %s is deployed without credentials or a function of its own",
    (_, site, path) => {
      const bare = { ...site, routes: { ...site.routes, health: false } } as Site;
      const [template, without] = [site, bare].map((one) => templateOf(one, "staging"));
      if (!(template && without)) throw new Error("no template");
      const methods = methodsOf(template).filter((method) => method.path === path);
      const opened = methods.filter(({ properties }) => properties.AuthorizationType === "NONE");
      const open = opened.filter(({ properties }) => properties.ApiKeyRequired !== true);
      expect(open.map(({ method, functionId }) => [method, functionId])).toEqual([
        ["GET", "unrouted"],
      ]);
      expect([...functionsOf(template).keys()]).toEqual([...functionsOf(without).keys()]);
      const actions = statementsOf(template, "unrouted").flatMap(({ Action }) => Action);
      expect(actions.filter((action) => !action.startsWith("logs:"))).toEqual([]);
    },
  );

  it("is not where the API's page is", () => {
    const below = demoWith({ "routes.health": "/docs/health" });
    expect(() => refuseTakenDocsPath(below, { docs: "/docs" })).toThrow(
      "the health address /docs/health of the site demo lies there",
    );
    refuseTakenDocsPath(demo, { docs: "/docs" });
  });
});
