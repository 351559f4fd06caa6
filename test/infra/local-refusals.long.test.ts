import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answers, stagesForEach, type Variables } from "./local-stage-rig.ts";

const stages = stagesForEach();

describe("what cannot be started is said plainly, without a stack", () => {
  const refused = async (variables: Variables, status: number, ...sentences: string[]) => {
    const stage = stages.run(variables);
    expect(await stage.ended).toBe(status);
    for (const sentence of sentences) expect(stage.output()).toContain(sentence);
    expect(stage.output()).not.toMatch(/^ +at /m);
  };

  test("an unknown site, with the sites that there are", () =>
    refused({ SITE: "nowhere" }, 2, 'There is no site "nowhere".', "demo"));
  test("a profile file that is not there", () =>
    refused({ SITE: "sites/nowhere.ts" }, 2, "There is no site profile at"));
  test("a port that is none", () =>
    refused({ PORT: "http" }, 2, 'PORT must be a whole number from 0 to 65535, not "http".'));
  test("an endpoint that is none", () =>
    refused({ DYNAMODB_ENDPOINT: "localhost" }, 2, "DYNAMODB_ENDPOINT must be an address such as"));
  test("an endpoint that does not answer", () =>
    refused(
      { DYNAMODB_ENDPOINT: "http://127.0.0.1:9" },
      1,
      "DYNAMODB_ENDPOINT http://127.0.0.1:9 cannot be used",
    ));
  test("an engine that cannot be run", () =>
    refused({ DYNAMODB_BINARY: "/nowhere" }, 1, "DynamoDB did not start", "/nowhere"));

  test("a profile with faults, each of them", async () => {
    const file = join(stages.dataDir, "faulty.ts");
    const repository = (path: string) =>
      JSON.stringify(new URL(`../../${path}`, import.meta.url).href);
    writeFileSync(
      file,
      `import demo from ${repository("sites/demo.ts")};
       import { defineSite } from ${repository("lib/site/define-site.ts")};
       export default defineSite({ ...demo, limits: { bodyBytes: 1 }, basePath: "nothing" });`,
    );
    await refused({ SITE: file }, 1, "cannot be used:", "limits.bodyBytes", "basePath");
  });

  test("a machine for which there is no engine, and what to do there", async () => {
    const code = 'Object.defineProperty(process, "platform", { value: "sunos" })';
    const elsewhere = `data:text/javascript,${encodeURIComponent(code)}`;
    await refused(
      { NODE_OPTIONS: `--import=${elsewhere}` },
      1,
      "no embedded DynamoDB for sunos",
      "DYNAMODB_ENDPOINT=http",
    );
  });

  test("an engine that npm left out, which is not taken for a machine without one", async () => {
    const code = `import module from "node:module";
      const resolve = module._resolveFilename;
      module._resolveFilename = (name, ...rest) => {
        if (name.startsWith("@dynoxide/")) throw new Error("not installed");
        return resolve(name, ...rest);
      };`;
    const leftOut = `data:text/javascript,${encodeURIComponent(code)}`;
    await refused(
      { NODE_OPTIONS: `--import=${leftOut}` },
      1,
      `npm left out the package @dynoxide/${process.platform}-${process.arch}`,
      "npm ci --include=optional",
    );
  });

  test("a data directory that cannot be made or written, and what to do", async () => {
    const file = join(stages.dataDir, "file");
    writeFileSync(file, "");
    await refused(
      { DATA_DIR: file },
      1,
      `The data directory ${file} cannot be written: EEXIST`,
      "set DATA_DIR=<another directory>",
    );
    await refused(
      { DATA_DIR: join(file, "below") },
      1,
      `${join(file, "below")} cannot be written: ENOTDIR`,
    );
  });

  test("a store that is damaged", async () => {
    const file = join(stages.dataDir, "demo.dynamodb");
    writeFileSync(file, "this is no database ".repeat(1_000));
    await refused({}, 1, `The embedded DynamoDB did not start on ${file}.`);
  });

  test("a password of the ERP that is not set, before anything else is said", async () => {
    await refused(
      { SITE: "test/site/postgresql.ts", TEST_ERP_PORT: "9" },
      2,
      "ERP_PASSWORD is not set. It must hold the password of",
    );
    expect(existsSync(join(stages.dataDir, "stage.lock"))).toBe(false);
  });

  test("a port that is taken; no engine is left", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = address && typeof address === "object" ? address.port : 0;
    await refused({ PORT: String(port) }, 1, `Port ${port} is taken`, "Set PORT=");
    other.close();
    expect(existsSync(join(stages.dataDir, "demo.dynamodb"))).toBe(false);
  });

  test("a data directory on which another stage runs, and which one", async () => {
    const first = await stages.start();
    await refused(
      {},
      1,
      `Another stage (process ${first.child.pid}) runs on ${stages.dataDir}`,
      "DATA_DIR=",
    );
    expect(await answers(first.engine)).toBe(true);
  });

  test("an argument; --help names the variables", async () => {
    const odd = stages.run({}, process.execPath, ["infra/local/start.ts", "--port=1"]);
    expect([await odd.ended, odd.output()]).toEqual([
      2,
      expect.stringContaining('takes no argument "--port=1"'),
    ]);
    const help = stages.run({}, process.execPath, ["infra/local/start.ts", "--help"]);
    expect([await help.ended, help.output()]).toEqual([
      0,
      expect.stringContaining("DYNAMODB_ENDPOINT"),
    ]);
  });
});
