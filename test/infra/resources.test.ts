import { describe, expect, it } from "vitest";
import { deploymentOf } from "#infra/deployment.ts";
import { countResources, refuseTooMany } from "#infra/stack/resources.ts";
import { mostResources } from "#infra/stack/service-settings.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "../site/changed.ts";
import jwt from "../site/jwt.ts";
import odd from "../site/odd.ts";
import onPostgresql from "../site/postgresql-secret.ts";
import { templateOf } from "./template.ts";

const large = demoWith({
  "auth.keys": Array.from({ length: 100 }, (_, at) => `scanner-${at + 1}`),
  "erp.dialect": "postgresql",
  "erp.connection": onPostgresql.erp.connection,
  "docs.deployed": { path: "/docs" },
  origin: "https://pages.example.org",
});

const grouped = (site: Site): Site => ({
  ...site,
  deployment: { ...site.deployment, functions: "group" },
});
const staging = { stage: "staging", deployment: deploymentOf() };
const count = (site: Site) => countResources({ site, ...staging });

describe("the resources of a stack", () => {
  it.each([demo, odd, jwt])("are counted as many as its template has", (site) => {
    expect(count(site)).toBe(Object.keys(templateOf(site, "staging").resources).length);
  });

  it("that are more than CloudFormation takes are refused before anything is made, with each answer that makes them fewer", () => {
    const [site, all] = [large, count(large)];
    expect(all).toBeGreaterThan(mostResources);
    expect(() => refuseTooMany({ site, ...staging })).toThrow(
      new RegExp(
        `^The stack of demo would have ${all} resources, and CloudFormation takes 500\\. Another answer makes it smaller:
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
