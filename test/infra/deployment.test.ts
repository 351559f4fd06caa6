import { describe, expect, it } from "vitest";
import { deploymentOf } from "#infra/deployment.ts";
import { refuseTakenDocsPath } from "#infra/stack/open-files.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "../site/demo-with.ts";

const withSettings = (given: Readonly<Record<string, unknown>>) =>
  deploymentOf((name) => given[name]);

describe("the settings of a deployment", () => {
  it("equal the settings in cdk.json", () => {
    expect(deploymentOf()).toStrictEqual({
      functions: "group",
      memory: 512,
      logDays: 30,
      warmThroughput: false,
      runtime: "newest",
      tracing: false,
      watch: "auto",
      alarmsTo: false,
      budget: false,
      docs: false,
      authorizers: false,
    });
  });

  it("can be overridden one by one, by -c or another cdk.json", () => {
    const reads = { reads: 12_000, writes: 8_000 };
    expect(
      withSettings({ memory: "1024", tracing: "true", warmThroughput: JSON.stringify(reads) }),
    ).toMatchObject({ memory: 1_024, tracing: true, warmThroughput: reads, logDays: 30 });
    expect(withSettings({ logDays: 90, warmThroughput: reads })).toMatchObject({
      ...{ logDays: 90, warmThroughput: reads },
    });
  });

  it.each([
    [{ functions: "both" }, "functions: "],
    [{ memory: "128" }, "memory: "],
    [{ memory: "much" }, "memory: "],
    [{ logDays: 31 }, "logDays: "],
    [{ warmThroughput: { reads: 1, writes: 4_000 } }, "warmThroughput.reads: "],
    [{ warmThroughput: true }, "warmThroughput: must be false or such as"],
    [{ runtime: "nodejs24.x" }, 'runtime: must be "newest" or the ARN'],
    [{ tracing: "yes" }, "tracing: "],
    [{ watch: "all" }, "watch: "],
    [{ alarmsTo: "nobody" }, "alarmsTo: must be false or a mail address"],
    [{ docs: "docs" }, 'docs: must be false or a path such as "/docs"'],
    [{ docs: { path: "/docs" } }, "docs: must be false"],
    [{ authorizers: "0" }, "authorizers: must be false or a number from 1 to 1000"],
    [{ budget: "50" }, "budget: needs an address in alarmsTo"],
  ])("are refused if they are %j", (given, fault) => {
    expect(() => withSettings(given)).toThrow(
      expect.objectContaining({ name: "UsageError", message: expect.stringContaining(fault) }),
    );
  });

  it("are refused all at once", () => {
    expect(() => withSettings({ memory: 1, logDays: 2 })).toThrow(
      /\n {2}memory: .*\n {2}logDays: /,
    );
  });
});

describe("the page of the API", () => {
  it.each([
    [demoWith({ basePath: "/v1" }), "/box", "/v1/box/info of the site demo (get-box-info) lies"],
    [demo, "/app/api", "the pages of the site demo are at /app"],
    [demoWith({ "pages.path": "/docs/app" }), "/docs", "are at /docs/app"],
  ])("is refused at a path of the site: %#", (site, docs, why) => {
    expect(() => refuseTakenDocsPath(site, { docs })).toThrow(
      expect.objectContaining({ name: "UsageError", message: expect.stringContaining(why) }),
    );
  });

  it("may be anywhere else", () => {
    for (const docs of ["/docs", "/boxes", false] as const) refuseTakenDocsPath(demo, { docs });
  });
});
