import { globSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { ErpReader } from "#lib/domain/erp.ts";
import { Refusal } from "#lib/errors.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import jwt from "../site/jwt.ts";
import noDeletion from "../site/no-deletion.ts";
import { runCommand } from "../support/command.ts";
import { startIssuer, tokenOf } from "../support/issuer.ts";
import type { Mishap } from "../support/way-to.ts";
import { wayTo } from "../support/way-to.ts";
import { runSmokeOn, startService } from "./smoke-rig.ts";

type Service = Awaited<ReturnType<typeof startService>>;
type Planted = { readonly service: Service; readonly meet?: () => Mishap; readonly site?: Site };

const erpThat = (fail: () => Error): ErpReader => {
  const look = async () => {
    throw fail();
  };
  return { box: look, zongpai: look, boxesOfDay: look };
};

/** The states of a run, from the worst: what the command ends with. */
const outcomeOf = ({ failed, notKnown }: Awaited<ReturnType<typeof runSmokeOn>>) =>
  failed.length > 0 ? "failed" : notKnown.length > 0 ? "not known" : "passed";

const figures: string[][] = [];
afterAll(() => {
  const files = ["commands/smoke.ts", ...globSync("commands/smoke/*.ts")];
  const lines = files.flatMap((file) => readFileSync(file, "utf8").trimEnd().split("\n")).length;
  const rows = [
    ["planted fault", "before and after", "only after", "first deployment"],
    ...figures,
  ];
  console.log(
    `The smoke test has ${lines} lines.\n${rows.map((row) => row.join(" | ")).join("\n")}`,
  );
});

/** The outcomes of a planted fault: it was there before the deployment, it came with the deployment, and nothing is known of the time before. */
const outcomesOf = async (fault: string, good: Planted, bad: Planted) => {
  const run = (
    { service, meet, site = demo }: Planted,
    options: Omit<Parameters<typeof runSmokeOn>[2], "spoil"> = {},
  ) => runSmokeOn(site, service, { ...options, spoil: meet ? { meet } : {} });
  const goodBefore = await run(good, { probe: true });
  expect(goodBefore.hindered).toEqual([]);
  const badBefore = await run(bad, { probe: true });
  const runs = [
    await run(bad, { before: badBefore.hindered }),
    await run(bad, { before: goodBefore.hindered }),
    await run(bad),
  ];
  const outcomes = runs.map(outcomeOf);
  figures.push([fault, ...outcomes]);
  return { outcomes, lines: runs.flatMap((one) => [...one.failed, ...one.notKnown]) };
};

const hindering = ["not known", "failed", "not known"];
const failing = ["failed", "failed", "failed"];

describe("a planted fault is named for what it is", () => {
  it("an authorizer that refuses all", async () => {
    const issuer = await startIssuer();
    onTestFinished(issuer.stop);
    process.env.TEST_JWKS = issuer.url;
    const claims = {
      ...{ iss: "https://id.example.org", aud: "warehouse", token_use: "access" },
      exp: Math.floor(Date.now() / 1_000) + 3_600,
    };
    const env = { SMOKE_TOKEN: tokenOf(issuer.pair, { ...claims, device: "smoke" }) };
    const policyDocument = { Version: "2012-10-17", Statement: [] };
    const refusing = { env, authorizer: async () => ({ principalId: "x", policyDocument }) };
    const good = { site: jwt, service: await startService(jwt, { env }) };
    const bad = { site: jwt, service: await startService(jwt, refusing) };
    const { outcomes, lines } = await outcomesOf("an authorizer that refuses all", good, bad);
    expect(outcomes).toEqual(hindering);
    expect(lines[0]?.why).toMatch(/accepts these credentials; the answer was 403/);
  });

  it("a wrong key", async () => {
    const service = await startService(plain);
    const wrong = { ...service, env: { SMOKE_API_KEY: "a key that was replaced" } };
    const [good, bad] = [service, wrong].map((one) => ({ site: plain, service: one }));
    const { outcomes, lines } = await outcomesOf("a wrong key", good as Planted, bad as Planted);
    expect(outcomes).toEqual(hindering);
    expect(lines[0]?.why).toMatch(/accepts these credentials; the answer was 401/);
  });

  it("a closed stage", async () => {
    const service = await startService(demo);
    const meet = () => ({ status: 429, headers: { "retry-after": "0.01" } });
    const { outcomes, lines } = await outcomesOf("a closed stage", { service }, { service, meet });
    expect(outcomes).toEqual(hindering);
    expect(lines[0]?.why).toMatch(/is open and has capacity; the answer was 429/);
  });

  it("a service that does not answer", async () => {
    const service = await startService(demo);
    const meet = () => "drop" as const;
    const { outcomes, lines } = await outcomesOf("no answer", { service }, { service, meet });
    expect(outcomes).toEqual(hindering);
    expect(lines[0]?.why).toMatch(/^no answer: /);
  });

  it("an ERP that is down", async () => {
    const erp = erpThat(() => new Refusal("erpUnavailable", {}, 1));
    const good = { service: await startService(demo) };
    const bad = { service: await startService(demo, { erp }) };
    const { outcomes, lines } = await outcomesOf("an ERP that is down", good, bad);
    expect(outcomes).toEqual(hindering);
    expect(lines[0]?.why).toMatch(/the ERP answers in time .*; the answer was 503/);
  });

  it("an adapter that always throws", async () => {
    const erp = erpThat(() => new Error("planted"));
    const good = { service: await startService(demo) };
    const bad = { service: await startService(demo, { erp }) };
    const { outcomes, lines } = await outcomesOf("an adapter that always throws", good, bad);
    expect(outcomes).toEqual(failing);
    expect(lines[0]?.why).toMatch(/^get-box-info has no fault; the answer was 500/);
  });

  it("an adapter that finds nothing", async () => {
    const none = async () => undefined;
    const good = { service: await startService(demo) };
    const boxesOfDay = async () => ({ boxes: [] });
    const erp = { box: none, zongpai: none, boxesOfDay };
    const bad = { service: await startService(demo, { erp }) };
    const { outcomes } = await outcomesOf("an adapter that finds nothing", good, bad);
    expect(outcomes).toEqual(hindering);
  });

  it("an authorizer that refuses all while the ERP was down before", async () => {
    const erp = erpThat(() => new Refusal("erpUnavailable", {}, 1));
    const before = await runSmokeOn(demo, await startService(demo, { erp }), { probe: true });
    expect(before.hindered).toEqual(["look-up"]);
    const refusing = await startService(demo, { apiKeys: new Map([["demo", "another"]]) });
    const run = await runSmokeOn(demo, refusing, { before: before.hindered });
    expect(outcomeOf(run)).toBe("failed");
  });

  it("goods that the ERP does not have", async () => {
    const service = await startService(demo);
    const pair = { goods: "PO999-1", box: "BX4" };
    const run = await runSmokeOn(demo, service, { before: [], pair });
    expect(outcomeOf(run)).toBe("not known");
    expect(run.notKnown[0]?.why).toMatch(/^PO999-1 in BX4 cannot be tried; .*ZONGPAI_NOT_FOUND/);
    expect((await service.rows()).filter(({ sk }) => String(sk).startsWith("LOC"))).toMatchObject([
      { cleared: true },
    ]);
  });
});

describe("a lost packet", () => {
  /** Runs the smoke test again and again; in each run, a later request meets the mishap. */
  const runs = async (site: Site, mishap: "drop" | "lose", step: number) => {
    const service = await startService(site);
    if (site === noDeletion)
      await service.done("post-trace-location", { zongpai: "G1001", location: "A-1" });
    const outcomes: string[] = [];
    for (let lost = 1, sent = lost; sent >= lost; lost += step) {
      sent = 0;
      const meet = (): Mishap => {
        sent += 1;
        return sent === lost ? mishap : undefined;
      };
      const started = performance.now();
      const run = await runSmokeOn(site, service, { before: [], spoil: { meet } });
      outcomes.push(outcomeOf(run));
      if (sent < lost && site === demo && mishap === "lose")
        figures.push([`none (${((performance.now() - started) / 1_000).toFixed(1)} s)`, "passed"]);
    }
    return outcomes;
  };

  it.each([
    { site: demo, mishap: "lose", step: 1 },
    { site: demo, mishap: "drop", step: 4 },
    { site: plain, mishap: "lose", step: 3 },
    { site: noDeletion, mishap: "lose", step: 3 },
  ] as const)("of any request changes no outcome ($site.name, $mishap)", async (one) => {
    const { site, mishap, step } = one;
    const outcomes = await runs(site, mishap, step);
    expect(outcomes.length).toBeGreaterThan(3);
    expect(new Set(outcomes)).toEqual(new Set(["passed"]));
    figures.push([`a lost packet (${site.name}, ${mishap})`, "passed", "passed", "passed"]);
  });
});

describe("npm run smoke", () => {
  it("compares with what it printed before the deployment, and says what it knows", async () => {
    const { url } = await startService(demo);
    const refusing = await wayTo(url, { meet: () => ({ status: 403 }) });
    onTestFinished(refusing.stop);
    const broken = await wayTo(url, {
      meet: ({ target }) => (target.startsWith("/box/info") ? { status: 500 } : undefined),
    });
    onTestFinished(broken.stop);
    const smoke = (address: string, ...args: string[]) =>
      runCommand("smoke", ["--url", address, ...args]);
    const probe = async (address: string) => (await smoke(address, "--probe")).stdout.trim();
    const [good, bad] = [await probe(url), await probe(refusing.url)];
    expect([good, bad]).toEqual(["none", "site,look-up,rights"]);
    expect((await smoke(url, "--before", good)).status).toBe(0);
    expect((await smoke(broken.url, "--before", bad)).status).toBe(1);
    expect((await smoke(refusing.url, "--before", good)).status).toBe(1);
    expect((await smoke(refusing.url, "--before", bad)).status).toBe(3);
    expect((await smoke(refusing.url)).status).toBe(3);
    expect((await smoke(url, "--before", "some")).status).toBe(2);
  });

  it("is not known where the issuer does not answer", async () => {
    const variables = {
      ...{ TEST_JWKS: "https://127.0.0.1:9", SMOKE_TOKEN_URL: "https://127.0.0.1:9/token" },
      ...{ SMOKE_CLIENT_ID: "smoke", SMOKE_CLIENT_SECRET: "s" },
    };
    const args = ["--site", "test/site/jwt.ts", "--url", "http://127.0.0.1:9"];
    expect(await runCommand("smoke", args, variables)).toEqual({
      status: 3,
      stdout: "",
      stderr: "The issuer gave no token: https://127.0.0.1:9/token does not answer.\n",
    });
  });
});
