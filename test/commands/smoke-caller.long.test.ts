import type { APIGatewayProxyEvent } from "aws-lambda";
import { describe, expect, it, onTestFinished } from "vitest";
import { apiKeyValue } from "#lib/gate/caller.ts";
import type { Site } from "#lib/site/schema.ts";
import { credentialsFor } from "../../commands/smoke/credentials.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { demoWith } from "../site/demo-with.ts";
import jwt from "../site/jwt.ts";
import odd from "../site/odd.ts";
import { startIssuer, tokenOf } from "../support/issuer.ts";
import { runSmokeOn, startService } from "./smoke-rig.ts";

const checkName =
  "goods are placed, saved once, corrected and taken out, under the name of the caller";

/** Events as from a gateway that passes another identity. */
const withIdentity =
  (identity: Partial<APIGatewayProxyEvent["requestContext"]["identity"]>) =>
  ({ requestContext, ...event }: APIGatewayProxyEvent): APIGatewayProxyEvent => ({
    ...event,
    requestContext: {
      ...requestContext,
      identity: { ...requestContext.identity, ...identity },
    },
  });

/** The result of the check. Expects that no other check fails. */
const whoOf = async (site: Site, settings?: Parameters<typeof startService>[1]) => {
  const service = await startService(site, settings);
  const { outcomes, failed } = await runSmokeOn(site, service);
  expect(failed.filter((one) => one.name !== checkName)).toEqual([]);
  return outcomes.find((one) => one.name === checkName);
};

const siteWithKeys = demoWith({ "auth.keys": ["scanner-1", "scanner-2"] });
const madeKey = apiKeyValue("scanner-2", "0123456789abcdef".repeat(2));
const apiKeys = new Map([
  ["scanner-1", "a key that says no name"],
  ["scanner-2", madeKey],
]);

describe("the smoke test compares the caller in history", () => {
  it("fails where the gateway gives the functions no key", async () => {
    const passed = withIdentity({ apiKey: null, apiKeyId: null });
    expect(await whoOf(demo, { passed })).toMatchObject({
      state: "FAILED",
      why: expect.stringMatching(/^a write of \S+ is recorded as "unnamed", but was sent as demo$/),
    });
  });

  it.each<[string, Site, Parameters<typeof startService>[1]]>([
    ["the local stage's key", demo, {}],
    ["no credentials on a site that needs none", odd, {}],
    ["a key whose value says its name", siteWithKeys, { apiKeys, env: { SMOKE_API_KEY: madeKey } }],
    [
      "a key whose value says no name",
      siteWithKeys,
      { apiKeys, env: { SMOKE_API_KEY: apiKeys.get("scanner-1") } },
    ],
  ])("passes with %s", async (_, site, settings) => {
    expect(await whoOf(site, settings)).toMatchObject({ name: checkName, state: "passed" });
  });

  it.each([
    ["the name of another key", "scanner-1", madeKey, "scanner-1", "scanner-2"],
    [
      "an id in place of a name",
      "abc123",
      apiKeys.get("scanner-1"),
      "abc123",
      "one of the site's keys",
    ],
  ])("fails with %s", async (_, apiKeyId, SMOKE_API_KEY, who, called) => {
    const passed = withIdentity({ apiKey: null, apiKeyId });
    const outcome = await whoOf(siteWithKeys, { apiKeys, passed, env: { SMOKE_API_KEY } });
    expect(outcome?.why).toMatch(`is recorded as "${who}", but was sent as ${called}`);
  });

  it("reads the name of a token as the service does", async () => {
    const issuer = await startIssuer();
    onTestFinished(issuer.stop);
    process.env.TEST_JWKS = issuer.url;
    const claims = {
      ...{ iss: "https://id.example.org", aud: "warehouse", token_use: "access" },
      exp: Math.floor(Date.now() / 1_000) + 3_600,
    };
    const env = { SMOKE_TOKEN: tokenOf(issuer.pair, { ...claims, device: " ", sub: "desk\n7" }) };
    expect(await whoOf(jwt, { env })).toEqual({ name: checkName, state: "passed" });
    const passed = ({ requestContext, ...event }: APIGatewayProxyEvent) => ({
      ...event,
      requestContext: { ...requestContext, authorizer: { name: "another" } },
    });
    const outcome = await whoOf(jwt, { env, passed });
    expect(outcome?.why).toMatch('is recorded as "another", but was sent as desk?7');
  });

  it("waits for a history that lags", async () => {
    let reads = 0;
    const service = await startService(demo);
    const { outcomes } = await runSmokeOn(demo, service, {
      spoil: {
        change: (answer, { target }) => {
          if (!target.startsWith("/trace/history?zongpai=PO4-1")) return;
          reads += 1;
          if (reads === 1) answer.body = JSON.stringify({ zongpai: "PO4-1", events: [] });
        },
      },
    });
    expect(outcomes.at(-1)).toEqual({ name: checkName, state: "passed" });
    expect(reads).toBe(2);
  });

  it("is satisfied where there is no history, or no signature is checked", async () => {
    const iam = demoWith({ pages: false, auth: { scheme: "iam", allowed: false } });
    for (const site of [plain, iam]) expect(await whoOf(site)).toMatchObject({ state: "passed" });
  });

  it("takes an ARN alone for the caller of a signed request", async () => {
    const site = { name: "demo", auth: { scheme: "iam", allowed: false } } as const;
    const env = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b", AWS_REGION: "eu-central-1" };
    const { caller } = await credentialsFor(site, "https://lager.example.org", env);
    if ("unknown" in caller) throw new Error(caller.unknown);
    expect(caller.isName("arn:aws:sts::123456789012:assumed-role/scanner/1")).toBe(true);
    expect(["unnamed", "anonymous", "AKIDEXAMPLE"].filter(caller.isName)).toEqual([]);
  });
});
