import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Site } from "#lib/site/schema.ts";
import { rootAddressOf } from "../../commands/contract/address.ts";
import { contractOf } from "../../commands/contract/contract.ts";
import { senderTo, withRetries } from "../../commands/contract/request.ts";
import { credentialsFor } from "../../commands/smoke/credentials.ts";
import { pairFor } from "../../commands/smoke/goods-and-box.ts";
import { runSmokeChecks } from "../../commands/smoke/run-smoke-checks.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { stagesForEach } from "../infra/local-stage-rig.ts";
import jwt from "../site/jwt.ts";
import odd from "../site/odd.ts";
import postgresql from "../site/postgresql.ts";
import { runCommand } from "../support/command.ts";
import { onLoopback } from "../support/loopback.ts";

const stages = stagesForEach();
const gatewayUrl = "https://abc.execute-api.eu-central-1.amazonaws.com/live";

const serverThat = async (
  answer: (seen: { request: IncomingMessage; body: string }, response: ServerResponse) => void,
): Promise<string> => {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    answer({ request, body }, response);
  });
  const { url, stop } = await onLoopback(server);
  onTestFinished(stop);
  return url;
};

const jsonHeaders = { "content-type": "application/json" };
const categories = JSON.stringify({
  categories: demo.attachment.categories.map(({ code, label }) => ({ category: code, label })),
});

describe("npm run smoke", () => {
  it("passes on the local stage, and says last what it added", async () => {
    const { url } = await stages.start();
    const args = ["--url", url, "--goods", "PO4-3", "--box", "BX4"];
    const { status, stdout, stderr } = await runCommand("smoke", args);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /\nsmoke of http:\S+: 7 passed, 0 FAILED, 0 NOT KNOWN; wrote 5 lines of history\n$/,
    );
  });

  it("passes on the local stage with goods of its ERP, again and again", async () => {
    const { url } = await stages.start();
    for (const _ of [1, 2]) {
      const { outcomes } = await runSmokeChecks(demo, { url }, () => {}, {});
      expect(outcomes.filter(({ state }) => state !== "passed")).toEqual([]);
      expect(outcomes).toHaveLength(7);
    }
  });

  it("passes on the local stage of plain, and places only goods with a place", async () => {
    const { url } = await stages.start({ SITE: "plain" });
    const pair = { goods: "G1001", box: "B2001" };
    const lastOutcome = async () =>
      (await runSmokeChecks(plain, { url, pair }, () => {}, {})).outcomes.at(-1);
    const why = "the site has no route to clear a place";
    for (const _ of [1, 2]) expect(await lastOutcome()).toMatchObject({ state: "passed", why });
    const { sign } = await credentialsFor(plain, url, {});
    const { call } = contractOf(plain, senderTo(url, sign));
    await call("post-trace-location", { zongpai: "G1001", location: "A-1" });
    for (const _ of [1, 2]) expect(await lastOutcome()).not.toHaveProperty("why");
  });

  it("writes nothing, and says so, on an ERP server without named goods", async () => {
    const asked: string[] = [];
    const url = await serverThat(({ request, body }, response) => {
      asked.push(`${request.url} ${body}`);
      response.writeHead(200, jsonHeaders).end(categories);
    });
    const { outcomes } = await runSmokeChecks(postgresql, { url, readOnly: true }, () => {}, {});
    expect(outcomes.map(({ name }) => name)).not.toContain("something is written");
    expect(asked.filter((one) => one.includes("quantity"))).toEqual([]);
    const why = pairFor(postgresql, { url });
    expect(why).toMatch("name goods and a box that the ERP knows with --goods and --box");
  });

  it("is not known where nothing is written", async () => {
    const { url } = await stages.start({ SITE: "plain" });
    const args = ["--site", "plain", "--url", url, "--goods", "PO4-1", "--box", "B2001"];
    expect(await runCommand("smoke", args)).toEqual({
      status: 3,
      stdout: expect.stringMatching(
        /\nNOT KNOWN something is written: PO4-1 is no goods label of the site\nsmoke of .*; wrote 0 lines of history\n$/,
      ),
      stderr: "",
    });
    const readOnly = ["--site", "plain", "--url", url, "--read-only"];
    expect(await runCommand("smoke", readOnly)).toMatchObject({ status: 0, stderr: "" });
  });

  it("fails after the first check on a service of another site", async () => {
    let requests = 0;
    const url = await serverThat((_, response) => {
      requests += 1;
      response.writeHead(200, jsonHeaders).end('{"categories":[]}');
    });
    const stdout = expect.stringMatching(
      /^FAILED .*the categories are MANUAL.*\nsmoke of .*: 0 passed, 1 FAILED, 0 NOT KNOWN; wrote 0 lines of history\n$/s,
    );
    expect(await runCommand("smoke", ["--url", url])).toMatchObject({ status: 1, stdout });
    expect(requests).toBe(1);
  });

  it("fails where a scan is taken without credentials, or refused with another error body", async () => {
    const { code: error_code, domain } = demo.errors.gateway.unauthenticated;
    const body = JSON.stringify({ error_code, message: "No.", domain });
    for (const [isOpen, refusal, why] of [
      [true, body, "post-box answers no caller without credentials"],
      [false, '{"message":"Forbidden"}', "the answer is as described"],
      [false, body, undefined],
    ] as const) {
      const url = await serverThat(({ request }, response) => {
        const known = request.headers["x-api-key"] === "right" || isOpen;
        response.writeHead(known ? 200 : 401, jsonHeaders).end(known ? categories : refusal);
      });
      const env = { SMOKE_API_KEY: "right" };
      const { outcomes } = await runSmokeChecks(demo, { url, readOnly: true }, () => {}, env);
      const closed = outcomes.find(({ name }) => name.includes("without credentials"));
      expect(closed?.state).toBe(why ? "FAILED" : "passed");
      expect(closed?.why).toEqual(why && expect.stringContaining(why));
    }
  });
});

describe("the smoke test's requests", () => {
  const request = { method: "POST", target: "/box", headers: {}, body: "1" };
  const signed = async (site: Pick<Site, "auth" | "name">, url: string, env = {}) => {
    const { sign } = await credentialsFor(site, url, env);
    return sign?.({ ...request, url: new URL(`${url}/box`) });
  };

  it("are signed for AWS in the gateway's region, but not on this machine", async () => {
    const site = { name: "demo", auth: { scheme: "iam", allowed: false } } as const;
    const env = {
      ...{ AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "secret" },
      ...{ AWS_SESSION_TOKEN: "token", AWS_REGION: "us-east-1" },
    };
    const authorizedIn = (region: string) => ({
      authorization: expect.stringMatching(
        `^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\\d{8}/${region}/execute-api/aws4_request, SignedHeaders=.*host.*x-amz-security-token`,
      ),
      "x-amz-security-token": "token",
    });
    expect(await signed(site, gatewayUrl, env)).toMatchObject(authorizedIn("eu-central-1"));
    const domain = "https://lager.example.org";
    expect(await signed(site, domain, env)).toMatchObject(authorizedIn("us-east-1"));
    expect(await signed(site, "http://127.0.0.1:3000")).toBeUndefined();
    await expect(signed(site, domain)).rejects.toThrow("set AWS_ACCESS_KEY_ID");
  });

  it("are sent again if the answer asks or is lost, but not for ever", async () => {
    const bodies: string[] = [];
    const url = await serverThat(({ request: { socket }, body }, response) => {
      bodies.push(body);
      if (bodies.length === 2) return socket.destroy();
      return response.writeHead(503, bodies.length === 4 ? {} : { "retry-after": "0.01" }).end();
    });
    const send = withRetries(senderTo(url));
    await send(request);
    expect(bodies).toEqual(["1", "1", "1", "1"]);
    expect((await send(request)).status).toBe(503);
    expect(bodies).toHaveLength(10);
    const lost = await serverThat(({ request: { socket } }) => socket.destroy());
    await expect(withRetries(senderTo(lost))(request)).rejects.toThrow(/^no answer: /);
  });

  it("carry a token that the issuer gave for the client's own credentials", async () => {
    const asked: string[] = [];
    const url = await serverThat(({ request, body }, response) => {
      asked.push(`${request.headers.authorization} ${body}`);
      response.end('{"access_token":"a.b.c"}');
    });
    const env = { SMOKE_TOKEN_URL: `${url}/token`, SMOKE_CLIENT_ID: "smoke" };
    expect(await signed(jwt, url, { ...env, SMOKE_CLIENT_SECRET: "s" })).toEqual({
      authorization: "Bearer a.b.c",
    });
    expect(asked).toEqual([
      `Basic ${btoa("smoke:s")} grant_type=client_credentials&audience=warehouse`,
    ]);
    const authorization = "Bearer x";
    expect(await signed(jwt, url, { SMOKE_TOKEN: "x" })).toEqual({ authorization });
    await expect(signed(jwt, url)).rejects.toThrow("SMOKE_TOKEN");
  });

  it("go to the gateway's stage, with or without the site's base path", () => {
    for (const url of [
      gatewayUrl,
      `${gatewayUrl}/`,
      `${gatewayUrl}/lager/v3`,
      `${gatewayUrl}/lager/v3/`,
    ])
      expect(rootAddressOf(url, odd)).toBe(gatewayUrl);
    expect(rootAddressOf(gatewayUrl, demo)).toBe(gatewayUrl);
  });
});
