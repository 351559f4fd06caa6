import { describe, expect, it } from "vitest";
import { deploymentOf } from "#infra/deployment.ts";
import { countResources, refuseTooMany } from "#infra/stack/resources.ts";
import type { Site } from "#lib/site/schema.ts";
import { demoWith } from "../site/changed.ts";
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

const staging = { stage: "staging", deployment: deploymentOf() };
const count = (site: Site) => countResources({ site, ...staging });

describe("the resources of a stack", () => {
  it("are counted as many as its template has", () => {
    expect(count(odd)).toBe(Object.keys(templateOf(odd, "staging").resources).length);
  });

  it("are refused if CloudFormation does not take as many, with each answer that makes them fewer", () => {
    expect(() => refuseTooMany({ site: large, ...staging })).toThrow(
      new RegExp(
        [
          "^The stack of demo would have [5-9]\\d\\d resources, and CloudFormation takes 500\\. Another answer makes it smaller:",
          'with auth\\.keysIn: "import": \\d+',
          'with deployment\\.functions: "group": [1-4]\\d\\d',
          "with origin: false: \\d+",
          "with docs\\.deployed: false: \\d+",
          "with pages: false: \\d+$",
        ].join("\n  "),
      ),
    );
  });
});
