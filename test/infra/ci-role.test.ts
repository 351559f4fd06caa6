import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import rights from "../../.github/staging/rights.json" with { type: "json" };
import trust from "../../.github/staging/trust.json" with { type: "json" };

const resourcesOf = (service: string) =>
  rights.Statement.filter(({ Action }) => [Action].flat()[0]?.startsWith(`${service}:`)).flatMap(
    ({ Resource }) => [Resource].flat(),
  );

describe("CI's role", () => {
  it("is for the branch main and the environment staging, under either subject of GitHub", () => {
    const [{ Condition }] = trust.Statement as [(typeof trust.Statement)[number]];
    const claim = (name: string) =>
      Object.entries(Condition.StringEquals).find(([key]) => key.endsWith(`:${name}`))?.[1];
    expect(claim("aud")).toBe("sts.amazonaws.com");
    expect(claim("ref")).toBe("refs/heads/main");
    expect(claim("sub")).toEqual([
      "repo:<owner>/<repository>:environment:staging",
      "repo:<owner>@<owner id>/<repository>@<repository id>:environment:staging",
    ]);
  });

  it("may take only two roles of CDK, of its own account, region and qualifier", () => {
    expect(resourcesOf("sts")).toEqual([
      "arn:aws:iam::<account>:role/cdk-hnb659fds-deploy-role-<account>-<region>",
      "arn:aws:iam::<account>:role/cdk-hnb659fds-file-publishing-role-<account>-<region>",
    ]);
  });

  it("reaches only the stack, the tables, the parameters and the gateway of its stage", () => {
    for (const resource of rights.Statement.flatMap(({ Resource }) => [Resource].flat())) {
      if (resource.includes(":role/")) continue;
      expect(resource).toMatch(/<site>[-/]<stage>[-/]|\/stages\/<stage>$|:\*\/<stage>\/\*$/);
    }
    const [table = ""] = resourcesOf("dynamodb");
    expect(table).toMatch(/:table\/Warehouse-<site>-<stage>-\*$/);
  });

  it("reaches each table that the page on restore names", () => {
    const page = readFileSync("docs/restore.md", "utf8");
    const names = [...page.matchAll(/begins with `(Warehouse-[^`]*)`/g)].map(([, name]) => name);
    expect(names).toEqual(Array(3).fill("Warehouse-<site>-<stage>-"));
  });
});
