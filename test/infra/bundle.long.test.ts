import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { siteAliases } from "#infra/bundle/aliases.ts";
import { bundleEntries } from "#infra/bundle/build.ts";
import { bundleSite, type FunctionBundle } from "#infra/bundle/bundle-site.ts";
import { planFunctions } from "#infra/bundle/entries.ts";
import { functionsOf } from "#infra/route-functions.ts";
import { accessOf, usesTable } from "#lib/http/route.ts";
import { routeIds } from "#lib/route-ids.ts";
import { v1 } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import jwt from "../site/jwt.ts";
import odd from "../site/odd.ts";
import onPostgresql from "../site/postgresql-secret.ts";
import { newFolder } from "../support/folder.ts";
import { budgetOf } from "./budgets.ts";

type FunctionGrouping = "endpoint" | "group";
const deployedBy = (functions: FunctionGrouping) => ({ functions, docs: "/docs" });
const bundleWith = (profile: string, functions: FunctionGrouping) =>
  bundleSite({
    profile: resolve(profile),
    folder: newFolder(),
    deployment: deployedBy(functions),
  });

const madeBundles = new Map<string, ReturnType<typeof bundleWith>>();
/** The bundles of a site, which are made once for all tests. */
const bundlesOf = (profile: string, functions: FunctionGrouping) => {
  const key = `${functions} ${profile}`;
  const bundles = madeBundles.get(key) ?? bundleWith(profile, functions);
  madeBundles.set(key, bundles);
  return bundles;
};

const contentsOf = (bundles: ReadonlyMap<string, FunctionBundle>) =>
  [...bundles].flatMap(([id, { folder }]) =>
    readdirSync(folder).map((name) => [
      `${id}/${name}`,
      readFileSync(join(folder, name), "latin1"),
    ]),
  );

/** The files in a bundle. */
const inputsOf = (bundles: ReadonlyMap<string, FunctionBundle>, id: string) => [
  ...(bundles.get(id)?.inputs.keys() ?? []),
];

describe("the bundles of the demo site", () => {
  let bundles: ReadonlyMap<string, FunctionBundle>;
  beforeAll(async () => {
    bundles = await bundlesOf("sites/demo.ts", "endpoint");
  });

  it.each([...routeIds, "unrouted"] as const)("%s holds what it uses and nothing else", (id) => {
    const inputs = inputsOf(bundles, id);
    const holds = (part: string) => inputs.some((input) => input.includes(part));
    const access =
      id === "unrouted" ? { table: [], index: false, erp: false } : accessOf(v1[id], demo);
    expect(holds(id === "unrouted" ? "functions/other/unrouted.ts" : `functions/${id}.ts`)).toBe(
      true,
    );
    expect(holds("lib/erp/sqlite.ts")).toBe(id !== "unrouted" && "erp" in v1[id].access);
    expect(holds("@aws-sdk/client-dynamodb")).toBe(usesTable(access));
    if (id !== "unrouted")
      expect(routeIds.filter((other) => holds(`functions/${other}.ts`))).toEqual([id]);
    for (const part of [
      ...["zod/v4/classic", "zod/v4/locales", "redos-detector", "lib/openapi"],
      ...["credential-provider-", "client-secrets-manager"],
    ])
      expect(holds(part), part).toBe(false);
  });

  it("import only Node's modules and the SDK's event streams from outside", () => {
    const texts = [...bundles.values()].map(({ folder }) =>
      readFileSync(join(folder, "bundle.cjs"), "utf8"),
    );
    const asked = texts.flatMap((text) =>
      [...text.matchAll(/\b(?:require|import)\("([^"]+)"\)/g)].map(([, name = ""]) => name),
    );
    const others = asked.filter((name) => !isBuiltin(name));
    expect(new Set(others)).toEqual(new Set(["@smithy/core/event-streams"]));
  });

  it("are the same bytes when they are built again, without a source map", async () => {
    const made = contentsOf(bundles);
    expect(contentsOf(await bundleWith("sites/demo.ts", "endpoint"))).toEqual(made);
    expect(new Set(made.map(([name = ""]) => name.replace(/.*\//, "")))).toEqual(
      new Set(["bundle.cjs", "index.mjs", "sqlite-worker.cjs"]),
    );
  });
});

it.each([
  ["sites/plain.ts", plain],
  ["test/site/odd.ts", odd],
])("a group of %s has its own endpoints' handlers and its own profile", async (profile, site) => {
  const bundles = await bundlesOf(profile, "group");
  for (const { id, routes } of functionsOf(site, { functions: "group" })) {
    const inputs = inputsOf(bundles, id);
    expect(inputs).toContain(profile);
    expect(inputs).not.toContain("sites/demo.ts");
    const held = routeIds.filter((route) => inputs.includes(`functions/${route}.ts`));
    expect(held.toSorted()).toEqual(routes.map((route) => route.id).toSorted());
    const mayAsk = routes.some(({ access }) => "erp" in access);
    expect(inputs.includes("lib/erp/sqlite.ts"), id).toBe(mayAsk);
  }
});

it.each([
  ["sites/demo.ts", "endpoint", demo],
  ["sites/demo.ts", "group", demo],
  ["sites/plain.ts", "group", plain],
  ["test/site/odd.ts", "group", odd],
] as const)(
  "no bundle of %s, with functions=%s, is above its budget",
  async (profile, functions, site) => {
    const bundles = await bundlesOf(profile, functions);
    for (const one of planFunctions(site, deployedBy(functions)))
      expect(bundles.get(one.id)?.bytes, one.id).toBeLessThanOrEqual(budgetOf(site, one));
  },
);

/** One function of a site, and its bundle. */
const bundleOf = async (site: Site, id: string) => {
  const one = planFunctions(site, deployedBy("endpoint")).find((planned) => planned.id === id);
  if (!one) throw new Error(`no function ${id}`);
  const aliases = siteAliases(resolve("sites/demo.ts"), site);
  const built = (await bundleEntries({ [id]: one.entry }, aliases, newFolder())).get(id);
  return { budget: budgetOf(site, one), ...built };
};

it.each([
  ["authorizer", "sqlite", jwt],
  ["erp-lookup", "postgresql", onPostgresql],
  ["erp-lookup", "mysql", onPostgresql],
  ["erp-lookup", "mssql", onPostgresql],
] as const)("the function %s on %s is within its budget", async (id, dialect, site) => {
  const { bytes, budget } = await bundleOf({ ...site, erp: { ...site.erp, dialect } }, id);
  expect(bytes).toBeLessThan(budget);
});

it("no other function of a site on PostgreSQL has the driver", async () => {
  const { inputs } = await bundleOf(onPostgresql, "post-box");
  expect([...(inputs?.keys() ?? [])].join()).not.toMatch(/lib\/erp\/postgresql|node_modules\/pg\//);
});
