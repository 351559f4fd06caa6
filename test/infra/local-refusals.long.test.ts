import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { settingsFrom } from "#infra/local/settings.ts";
import { answers, stagesForEach, type Variables } from "./local-stage-rig.ts";

const stages = stagesForEach();

describe("what cannot be started is said plainly, without a stack", () => {
  const refused = async (variables: Variables, status: number, ...sentences: string[]) => {
    const stage = stages.run(variables);
    expect([await stage.ended, stage.output()]).toEqual([
      status,
      expect.not.stringMatching(/^ +at /m),
    ]);
    for (const sentence of sentences) expect(stage.output()).toContain(sentence);
    return stage.output();
  };

  test.each<[string, Variables, number, ...string[]]>([
    ["an unknown site", { SITE: "nowhere" }, 2, 'There is no site "nowhere".', "demo"],
    [
      "a profile file that is not there",
      { SITE: "sites/nowhere.ts" },
      2,
      "There is no site profile at",
    ],
    [
      "an endpoint that does not answer",
      { DYNAMODB_ENDPOINT: "http://127.0.0.1:9" },
      1,
      "DYNAMODB_ENDPOINT http://127.0.0.1:9 cannot be used",
    ],
    [
      "an engine that cannot be run",
      { DYNAMODB_BINARY: "/nowhere" },
      1,
      "DynamoDB did not start",
      "/nowhere",
    ],
  ])("%s, and what to do", async (_, variables, status, ...sentences) => {
    await refused(variables, status, ...sentences);
  });

  test("a profile with faults, each of them", async () => {
    const SITE = join(stages.dataDir, "faulty.ts");
    const repository = (path: string) =>
      JSON.stringify(new URL(`../../${path}`, import.meta.url).href);
    writeFileSync(
      SITE,
      `import demo from ${repository("sites/demo.ts")};
       import { defineSite } from ${repository("lib/site/define-site.ts")};
       export default defineSite({ ...demo, limits: { bodyBytes: 1 }, basePath: "nothing" });`,
    );
    await refused({ SITE }, 1, "cannot be used:", "limits.bodyBytes", "basePath");
  });

  test("a data directory that cannot be made or written", async () => {
    const DATA_DIR = join(stages.dataDir, "file");
    writeFileSync(DATA_DIR, "");
    const sentence = `The data directory ${DATA_DIR} cannot be written: EEXIST`;
    await refused({ DATA_DIR }, 1, sentence, "set DATA_DIR=<another directory>");
    const below = join(DATA_DIR, "below");
    await refused({ DATA_DIR: below }, 1, `${below} cannot be written: ENOTDIR`);
  });

  test("a store that is damaged", async () => {
    const file = join(stages.dataDir, "demo.dynamodb");
    writeFileSync(file, "this is no database ".repeat(1_000));
    await refused({}, 1, `The embedded DynamoDB did not start on ${file}.`);
  });

  test("a password of the ERP that is not set, before anything else is said", async () => {
    const sentence = "ERP_PASSWORD is not set. It must hold the password of";
    await refused({ SITE: "test/site/postgresql.ts", TEST_ERP_PORT: "9" }, 2, sentence);
    expect(existsSync(join(stages.dataDir, "stage.lock"))).toBe(false);
  });

  test("a port that is taken; no engine is left", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const PORT = String((other.address() as AddressInfo).port);
    await refused({ PORT }, 1, `Port ${PORT} is taken`, "Set PORT=");
    other.close();
    expect(existsSync(join(stages.dataDir, "demo.dynamodb"))).toBe(false);
  });

  test("a data directory on which another stage runs, and which one", async () => {
    const { child, engine } = await stages.start();
    const sentence = `Another stage (process ${child.pid}) runs on ${stages.dataDir}`;
    await refused({}, 1, sentence, "DATA_DIR=");
    expect(await answers(engine)).toBe(true);
  });

  test("a value for a key that the site does not list", async () => {
    const output = await refused(
      { SITE: "test/site/api-key.ts", API_KEYS: "scanner-3=secret" },
      2,
      'API_KEYS names "scanner-3", but the keys of the site demo are: scanner-1, scanner-2.',
    );
    expect(output).not.toContain("secret");
  });

  test.each([
    [["--port=1"], 2, 'takes no argument "--port=1"'],
    [["--help"], 0, "DYNAMODB_ENDPOINT"],
  ] as const)("the argument %j; --help names the variables", async (args, status, text) => {
    const { ended, output } = stages.run({}, process.execPath, ["infra/local/start.ts", ...args]);
    expect([await ended, output()]).toEqual([status, expect.stringContaining(text)]);
  });
});

const keys = /^API_KEYS must be name=value, joined by commas[^"]*$/;
test.each<[Variables, string | RegExp]>([
  [{ PORT: "http" }, 'PORT must be a whole number from 0 to 65535, not "http".'],
  [{ DYNAMODB_ENDPOINT: "localhost" }, "DYNAMODB_ENDPOINT must be an address such as"],
  ...["secret", "a=secret,", "a=secret,a=other", "a=sec ret", "=secret"].map(
    (API_KEYS): [Variables, RegExp] => [{ API_KEYS }, keys],
  ),
])("the variable %j is refused, and no key is printed", (variables, sentence) => {
  expect(() => settingsFrom(variables)).toThrow(sentence);
});
