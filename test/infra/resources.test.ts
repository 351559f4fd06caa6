import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { deploymentOf } from "#infra/deployment.ts";
import { countResources, refuseTooMany } from "#infra/stack/resources.ts";
import { mostResources } from "#infra/stack/service-settings.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "../site/changed.ts";
import jwt from "../site/jwt.ts";
import { withoutExtensions } from "../site/kinds.ts";
import odd from "../site/odd.ts";
import onPostgresql from "../site/postgresql-secret.ts";
import { templateOf } from "./template.ts";

const keys = (count: number) => ({
  "auth.keys": Array.from({ length: count }, (_, at) => `scanner-${at + 1}`),
});
const docs = { "docs.deployed": { path: "/docs" } };
const server = { "erp.dialect": "postgresql", "erp.connection": onPostgresql.erp.connection };
const origin = { origin: "https://pages.example.org" };

/** The rows of the table in docs/deploy.md, by their first cell. */
const rows: Readonly<Record<string, Site>> = {
  "demo: every extension, pages, one key, ERP in a file": demo,
  "no extension": { ...demo, ...withoutExtensions },
  "no pages": demoWith({ pages: false }),
  "`iam`, no pages": demoWith({ pages: false, auth: { scheme: "iam", allowed: false } }),
  "`jwt`, no pages": jwt,
  "an ERP with a server": demoWith(server),
  "`docs.deployed`": demoWith(docs),
  "`origin`": demoWith(origin),
  "100 keys in the stack": demoWith(keys(100)),
  "100 imported keys": demoWith({ ...keys(100), "auth.keysIn": "import" }),
  "100 keys in the stack, a server, `docs.deployed`": demoWith({
    ...keys(100),
    ...server,
    ...docs,
  }),
  "the same, and `origin`": demoWith({ ...keys(100), ...server, ...docs, ...origin }),
};

const grouped = (site: Site): Site => ({
  ...site,
  deployment: { ...site.deployment, functions: "group" },
});
const staging = { stage: "staging", deployment: deploymentOf() };
const count = (site: Site) => countResources({ site, ...staging });

describe("the resources of a stack", () => {
  it("are counted as many as its template has", () => {
    for (const site of [demo, odd, jwt])
      expect(count(site)).toBe(Object.keys(templateOf(site, "staging").resources).length);
  });

  it("are in docs/deploy.md as many as there are, by answer", () => {
    const page = readFileSync("docs/deploy.md", "utf8");
    const written = Object.keys(rows).map((name) =>
      page.split("\n").find((line) => line.startsWith(`| ${name} |`)),
    );
    expect(written).toEqual(
      Object.entries(rows).map(
        ([name, site]) => `| ${name} | ${count(site)} | ${count(grouped(site))} |`,
      ),
    );
  });

  it("that are more than CloudFormation takes are refused before anything is made, with each answer that makes them fewer", () => {
    const site = rows["the same, and `origin`"] as Site;
    expect(count(site)).toBeGreaterThan(mostResources);
    expect(() => refuseTooMany({ site, ...staging })).toThrow(
      new RegExp(
        `^The stack of demo would have ${count(site)} resources, and CloudFormation takes 500\\. Another answer makes it smaller:
  with auth\\.keysIn: "import": \\d+
  with deployment\\.functions: "group": ${count(grouped(site))}
  with origin: false: \\d+
  with docs\\.deployed: false: \\d+
  with pages: false: \\d+$`,
      ),
    );
    expect(() => refuseTooMany({ site: grouped(site), ...staging })).not.toThrow();
  });
});
