import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import type { Site } from "#lib/site/schema.ts";
import { rootOf } from "../../commands/contract/address.ts";
import { patiently, senderTo } from "../../commands/contract/request.ts";
import { credentialsFor } from "../../commands/smoke/credentials.ts";
import { type SmokeOptions, smoke } from "../../commands/smoke/run.ts";
import demo from "../../sites/demo.ts";
import { stagesForEach } from "../infra/local-stage-rig.ts";
import jwt from "../site/jwt.ts";
import odd from "../site/odd.ts";
import postgresql from "../site/postgresql.ts";
import { runCommand, send } from "../support/command.ts";
import { onLoopback } from "../support/loopback.ts";

const stages = stagesForEach();
const gateway = "https://abc.execute-api.eu-central-1.amazonaws.com/live";

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

const json = { "content-type": "application/json" };
const categories = JSON.stringify({
  categories: demo.attachment.categories.map(({ code, label }) => ({ category: code, label })),
});

const statesOf = async (site: Site, options: SmokeOptions) => {
  const outcomes = await smoke(site, options, () => {}, {});
  const { passed = [], FAILED = [], skipped = [] } = Object.groupBy(outcomes, (one) => one.state);
  return { passed, failed: FAILED.map(({ why }) => why), skipped: skipped.map(({ why }) => why) };
};

describe("npm run smoke", () => {
  it("passes on the local stage, twice, and leaves its boxes as they were", async () => {
    const { url } = await stages.start();
    const boxInfo = async () =>
      (await fetch(`${url}/box/info?box_no=BX4`, { headers: localCredentials(demo) })).json();
    const pair = { goods: "PO4-3", box: "BX4" };
    for (const _ of [1, 2]) {
      const { passed, ...others } = await statesOf(demo, { url, pair });
      expect(others).toEqual({ failed: [], skipped: [] });
      expect(passed.length).toBeGreaterThan(12);
    }
    expect(await boxInfo()).toMatchObject({ items: [], entries: [] });

    await send({ url }, "POST", "/box", { box_no: "BX4", zongpai: "PO4-3", quantity: 3 });
    const { failed } = await statesOf(demo, { url, pair });
    expect(failed).toContainEqual(expect.stringContaining("BX4 holds PO4-3"));
    expect(await boxInfo()).toMatchObject({ items: [{ zongpai: pair.goods, quantity: 3 }] });
  });

  it("asks an ERP that is a server for no goods that it made up", async () => {
    const asked: string[] = [];
    const url = await serverThat(({ request, body }, response) => {
      asked.push(`${request.url} ${body}`);
      response.writeHead(200, json).end(categories);
    });
    const { skipped } = await statesOf(postgresql, { url });
    expect(skipped).toContain("name goods and a box that the ERP knows with --goods and --box");
    expect(asked.filter((one) => /^\/box .*"quantity":2/.test(one))).toEqual([]);
  });

  it("fails with status 1 on a service that is not the site's, and tries no more than the first check", async () => {
    let requests = 0;
    const url = await serverThat((_, response) => {
      requests += 1;
      response.writeHead(200, json).end('{"categories":[]}');
    });
    const stdout = expect.stringMatching(/^FAILED .*the categories are MANUAL/);
    expect(await runCommand("smoke", ["--url", url])).toMatchObject({ status: 1, stdout });
    expect(requests).toBe(1);
  });

  it("fails where a route answers without credentials, or without the specification's error body", async () => {
    const { code: error_code, domain } = demo.errors.gateway.unauthenticated;
    const body = JSON.stringify({ error_code, message: "No.", domain });
    for (const [open, refusal, why] of [
      ["/box/info", body, "get-box-info answers nobody without credentials"],
      ["nothing", '{"message":"Forbidden"}', "the answer is as described"],
      ["nothing", body, undefined],
    ] as const) {
      const url = await serverThat(({ request }, response) => {
        const known = request.headers["x-api-key"] === "right" || request.url?.startsWith(open);
        response.writeHead(known ? 200 : 401, json).end(known ? categories : refusal);
      });
      const env = { SMOKE_API_KEY: "right" };
      const [first, ...outcomes] = await smoke(demo, { url, readOnly: true }, () => {}, env);
      const closed = outcomes.find(({ name }) => name.includes("without credentials"));
      expect([first?.state, closed?.state]).toEqual(["passed", why ? "FAILED" : "passed"]);
      expect(closed?.why).toEqual(why && expect.stringContaining(why));
    }
  });
});

describe("the smoke test's requests", () => {
  const request = { method: "POST", target: "/box", headers: {}, body: "1" };
  const signed = async (site: Pick<Site, "auth" | "name">, url: string, env = {}) =>
    (await credentialsFor(site, url, env))?.({ ...request, url: new URL(`${url}/box`) });

  it("are signed for AWS in the gateway's region, with the session's token; not on this machine", async () => {
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
    expect(await signed(site, gateway, env)).toMatchObject(authorizedIn("eu-central-1"));
    const domain = "https://lager.example.org";
    expect(await signed(site, domain, env)).toMatchObject(authorizedIn("us-east-1"));
    expect(await signed(site, "http://127.0.0.1:3000")).toBeUndefined();
    await expect(signed(site, domain)).rejects.toThrow("set AWS_ACCESS_KEY_ID");
  });

  it("go out again, unchanged, while the answer asks for it, but not for ever", async () => {
    const bodies: string[] = [];
    const url = await serverThat(({ body }, response) => {
      bodies.push(body);
      response.writeHead(503, bodies.length === 3 ? {} : { "retry-after": "0.01" }).end();
    });
    const send = patiently(senderTo(url));
    await send(request);
    expect(bodies).toEqual(["1", "1", "1"]);
    expect((await send(request)).status).toBe(503);
    expect(bodies).toHaveLength(9);
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
    for (const url of [gateway, `${gateway}/`, `${gateway}/lager/v3`, `${gateway}/lager/v3/`])
      expect(rootOf(url, odd)).toBe(gateway);
    expect(rootOf(gateway, demo)).toBe(gateway);
  });
});
