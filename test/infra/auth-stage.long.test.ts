import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { settingsFrom } from "#infra/local/settings.ts";
import { ready, stagesForEach } from "./local-stage-rig.ts";

const stages = stagesForEach();

const curlIsMissing = spawnSync("curl", ["--version"]).error !== undefined;
const statusOf = async (url: string, headers: Record<string, string> = {}) =>
  (await fetch(`${url}/box/info?box_no=BX4`, { headers })).status;

describe("npm start on a site with API keys", () => {
  test.skipIf(curlIsMissing)(
    "makes a key for each name, says them, and prints requests that work with one",
    async () => {
      const { url, curls, output } = await stages.start({
        SITE: "test/site/api-key.ts",
        API_KEYS: "scanner-2=of my own=".replaceAll(" ", "-"),
      });
      expect(output()).toContain(
        "scanner-1-key-on-this-laptop-only (scanner-1), of-my-own= (scanner-2)",
      );
      const answers = curls.map(
        (line) =>
          JSON.parse(
            spawnSync("bash", ["-c", line], { encoding: "utf8" }).stdout.split("\r\n\r\n").at(-1) ??
              "",
          ) as object,
      );
      expect(answers).toHaveLength(3);
      for (const answer of answers) expect(answer).not.toHaveProperty("error_code");
      expect([await statusOf(url), await statusOf(url, { "x-api-key": "of-my-own=" })]).toEqual([
        401, 200,
      ]);
    },
  );

  test("refuses a value for a key that the site does not list", async () => {
    const stage = stages.run({ SITE: "test/site/api-key.ts", API_KEYS: "scanner-3=secret" });
    expect(await stage.ended).toBe(2);
    expect(stage.output()).toContain(
      'API_KEYS names "scanner-3", but the keys of the site demo are: scanner-1, scanner-2.',
    );
    expect(stage.output()).not.toMatch(/secret|^ +at /m);
  });

  test.each(["secret", "a=secret,", "a=secret,a=other", "a=sec ret", "=secret"])(
    "refuses %j as API_KEYS, without saying it again",
    (API_KEYS) => {
      expect(() => settingsFrom({ API_KEYS })).toThrow(
        /^API_KEYS must be name=value, joined by commas[^"]*$/,
      );
    },
  );
});

describe("npm start on a site with tokens", () => {
  test("says what a request needs, and lets nobody in while the issuer cannot be asked", async () => {
    const stage = stages.run({
      SITE: "test/site/jwt.ts",
      TEST_JWKS: "https://127.0.0.1:9/keys",
      LOG_LEVEL: "SILENT",
    });
    const { url, curls } = await ready(stage);
    expect(stage.output()).toContain("a token of https://id.example.org for warehouse");
    for (const line of curls) expect(line).toContain('-H "authorization: Bearer $TOKEN"');
    expect([
      await statusOf(url),
      await statusOf(url, { authorization: "Bearer e30.e30.e30" }),
    ]).toEqual([401, 500]);
  });
});
