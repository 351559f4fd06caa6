import { describe, expect, it } from "vitest";
import { deploymentOf } from "#infra/deployment.ts";
import { countResources, refuseTooMany } from "#infra/stack/resources.ts";
import type { Site } from "#lib/site/schema.ts";
import { demoWith } from "../site/changed.ts";
import odd from "../site/odd.ts";
import onPostgresql from "../site/postgresql-secret.ts";
import { templateOf } from "./template.ts";

const answers = {
  "auth.keys": Array.from({ length: 100 }, (_, at) => `scanner-${at + 1}`),
  "erp.dialect": "postgresql",
  "erp.connection": onPostgresql.erp.connection,
  "docs.deployed": { path: "/docs" },
  origin: "https://pages.example.org",
};
const large = demoWith(answers);

const staging = { stage: "staging", deployment: deploymentOf() };
const count = (site: Site) => countResources({ site, ...staging });

describe("the resources of a stack", () => {
  it("are counted as many as its template has", () => {
    expect(count(odd)).toBe(Object.keys(templateOf(odd, "staging").resources).length);
  });

  it("are refused if CloudFormation does not take as many; each answer that the refusal names makes them fewer", () => {
    expect(() => refuseTooMany({ site: large, ...staging })).toThrow(
      /^The stack of demo would have [5-9]\d\d resources, and CloudFormation takes 500\. These answers make it smaller: deployment\.functions "group", auth\.keysIn "import"; false to pages, docs\.deployed or origin\.$/,
    );
    const smaller = {
      "deployment.functions": "group",
      "auth.keysIn": "import",
      pages: false,
      "docs.deployed": false,
      origin: false,
    };
    for (const [path, answer] of Object.entries(smaller))
      expect(count(demoWith({ ...answers, [path]: answer })), path).toBeLessThan(count(large));
  });
});
