import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functionsOf } from "#lib/routes.ts";
import odd from "../site/odd.ts";
import { type Ended, runCommand } from "../support/command.ts";
import { createTestErp } from "../support/erp.ts";

const folder = mkdtempSync(join(tmpdir(), "warehouse-synth-"));
const out = (name: string) => join(folder, name);
const synth = (...args: string[]) => runCommand("synth", args);

// The odd site, because what is taken for granted of demo shows in it; demo's stack is tested beside, and CI synthesises every site.
let ran: Ended;
beforeAll(async () => {
  const erp = join(folder, "erp.sqlite");
  createTestErp(erp);
  ran = await synth(
    "--site",
    "test/site/odd.ts",
    "--stage",
    "local",
    "--erp",
    erp,
    "--out",
    out("odd"),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const resourcesOf = (
  name: string,
): Record<
  string,
  { Type: string; Properties: Record<string, unknown>; Metadata?: Record<string, string> }
> => {
  const file = readdirSync(out(name)).find((file) => file.endsWith(".template.json")) ?? "";
  return JSON.parse(readFileSync(join(out(name), file), "utf8")).Resources;
};

/** The files of each function as they are deployed, by the name of its file under `functions/`. */
const assetsOf = (name: string): Map<string, string[]> =>
  new Map(
    Object.values(resourcesOf(name)).flatMap(({ Type, Properties }) => {
      const { Code, Description } = Properties as { Code: { S3Key: string }; Description: string };
      if (Type !== "AWS::Lambda::Function") return [];
      const asset = join(out(name), `asset.${Code.S3Key.replace(".zip", "")}`);
      return [
        [
          Description.split(": ")[1] ?? "",
          readdirSync(asset, { recursive: true, encoding: "utf8" }).toSorted(),
        ] as const,
      ];
    }),
  );

describe("npm run synth", () => {
  it("writes a template, and says what is in it and which findings have a reason", () => {
    expect(ran).toMatchObject({ status: 0, stderr: "" });
    expect(ran.stdout).toMatch(/^Warehouse-odd-local: \d+ resources in \d+\.\d s/);
    expect(ran.stdout).toMatch(/asks-erp \d+ kB/);
    expect(ran.stdout).toContain("no finding without a reason");
  });

  it("deploys an ERP that is a file with the functions that ask it, and with no other", () => {
    const assets = assetsOf("odd");
    for (const { id, access } of functionsOf(odd))
      expect(assets.get(id)?.includes("erp.sqlite"), id).toBe(access.erp);
  });

  it("tells SAM where each function's bundle lies, and lets it name another DynamoDB in the stage local", () => {
    const functions = Object.values(resourcesOf("odd")).filter(
      ({ Type }) => Type === "AWS::Lambda::Function",
    );
    for (const { Metadata, Properties } of functions) {
      expect(existsSync(join(out("odd"), Metadata?.["aws:asset:path"] ?? "nowhere"))).toBe(true);
      const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
      expect("DYNAMODB_ENDPOINT" in Variables).toBe("TABLE_NAME" in Variables);
    }
  });

  it("deploys the page that describes the API for the site that wants it, with its files beside it", () => {
    const files = assetsOf("odd").get("docs") ?? [];
    expect(files).toEqual(
      expect.arrayContaining([
        "pages/index.html",
        "pages/openapi.json",
        "pages/swagger-ui-bundle.js",
      ]),
    );
  });

  it.each([
    [["--site", "test/site/odd.ts"], 1, "asks for no credentials"],
    [["--all", "--site", "demo"], 2, "cannot be used with option"],
    [["--site", "nosuch"], 2, 'There is no site "nosuch"'],
    [["--stage", "X Y"], 2, "1 to 16 lower-case letters"],
    [["--colour"], 2, "unknown option"],
  ] as const)("%s ends with status %i and says why", async (args, status, why) => {
    const ended = await synth(...args, "--out", out("refused"));
    expect(ended.status).toBe(status);
    expect(ended.stderr).toContain(why);
    expect(existsSync(join(out("refused"), "manifest.json"))).toBe(false);
  });

  it("prints the event that a function can be invoked with, in the site's own words", async () => {
    const { status, stdout } = await synth(
      "--site",
      "test/site/odd.ts",
      "--event",
      "post-trace-location",
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      httpMethod: expect.any(String),
      body: expect.stringContaining(odd.fields.zongpai),
    });
  });
});
