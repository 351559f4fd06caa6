import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { settingsFrom } from "#infra/local/stage-settings.ts";
import { onLoopback } from "../support/loopback.ts";
import { answersRequests, type EnvVariables, stagesForEach } from "./local-stage-rig.ts";

const localStages = stagesForEach();

describe("what cannot be started is said plainly, without a stack", () => {
  const refused = async (variables: EnvVariables, status: number, ...sentences: string[]) => {
    const stage = localStages.run(variables);
    expect([await stage.ended, stage.output()]).toEqual([
      status,
      expect.not.stringMatching(/^ +at |secret/m),
    ]);
    for (const sentence of sentences) expect(stage.output()).toContain(sentence);
  };

  test.each<[string, EnvVariables, number, string]>([
    [
      "an endpoint that does not answer",
      { DYNAMODB_ENDPOINT: "http://127.0.0.1:9" },
      ...([1, "DYNAMODB_ENDPOINT http://127.0.0.1:9 cannot be used"] as const),
    ],
    ["an engine that cannot be run", { DYNAMODB_BINARY: "/nowhere" }, 1, "DynamoDB did not start"],
    [
      "a password of the ERP that is not set",
      { SITE: "test/site/postgresql.ts", TEST_ERP_PORT: "9" },
      ...([1, "The environment variable ERP_PASSWORD is not set."] as const),
    ],
    [
      "a value for a key that the site does not list",
      { SITE: "test/site/api-key.ts", API_KEYS: "scanner-3=secret" },
      ...([2, 'API_KEYS names "scanner-3"'] as const),
    ],
  ])("%s, and what to do", (_, variables, status, sentence) =>
    refused(variables, status, sentence),
  );

  test("a profile with faults, each of them", async () => {
    const SITE = join(localStages.dataDir, "faulty.ts");
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

  test("a port that is taken", async () => {
    const { port, stop } = await onLoopback(createServer());
    await refused({ PORT: String(port) }, 1, "address already in use", "Set PORT=");
    stop();
  });

  test("a data directory on which another stage runs, and which one", async () => {
    const { child, url } = await localStages.start();
    const sentence = `Another stage (process ${child.pid}) runs on ${localStages.dataDir}`;
    await refused({}, 1, sentence, "DATA_DIR=");
    expect(await answersRequests(url)).toBe(true);
  });
});

const keysFault = /^API_KEYS must be name=value, joined by commas[^"]*$/;
test.each<[EnvVariables, string | RegExp]>([
  [{ PORT: "http" }, 'PORT must be a whole number from 0 to 65535, not "http".'],
  [{ DYNAMODB_ENDPOINT: "localhost" }, "must be an address such as"],
  ...["secret", "a=secret,a=other", "a=sec ret"].map((API_KEYS): [EnvVariables, RegExp] => [
    { API_KEYS },
    keysFault,
  ]),
])("the variable %j is refused, and no key is printed", (variables, sentence) => {
  expect(() => settingsFrom(variables)).toThrow(sentence);
});
