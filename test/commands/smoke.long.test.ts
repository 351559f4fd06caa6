import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { rootOf } from "../../commands/contract/address.ts";
import { patiently, senderTo } from "../../commands/contract/request.ts";
import { awsSigner, credentialsFor } from "../../commands/smoke/credentials.ts";
import { type SmokeOptions, smoke } from "../../commands/smoke/run.ts";
import demo from "../../sites/demo.ts";
import { stagesForEach } from "../infra/local-stage-rig.ts";
import odd from "../site/odd.ts";
import postgresql from "../site/postgresql.ts";
import { runCommand } from "../support/command.ts";

const stages = stagesForEach();
const gateway = "https://abc.execute-api.eu-central-1.amazonaws.com/live";

let servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers) server.close().closeAllConnections();
  servers = [];
});

type Seen = { readonly request: IncomingMessage; readonly body: string };

const serverThat = async (
  answer: (seen: Seen, response: ServerResponse) => void,
): Promise<string> => {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    answer({ request, body }, response);
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const json = { "content-type": "application/json" };
const categories = JSON.stringify({
  categories: demo.attachment.categories.map(({ code, label }) => ({ category: code, label })),
});

const statesOf = async (site: typeof demo, options: SmokeOptions) => {
  const outcomes = await smoke(site, options, () => {}, {});
  return Object.groupBy(outcomes, ({ state }) => state);
};

describe("npm run smoke", () => {
  it("passes on the local stage, and again on the same table, whose boxes it leaves as they were", async () => {
    const { url } = await stages.start();
    const boxInfo = async () =>
      (await fetch(`${url}/box/info?box_no=BX4`, { headers: localCredentials(demo) })).json();
    const pair = { goods: "PO4-3", box: "BX4" };
    for (const _ of [1, 2]) {
      const {
        passed = [],
        FAILED: failed = [],
        skipped = [],
      } = await statesOf(demo, { url, pair });
      expect(failed).toEqual([]);
      expect([passed.length > 12, skipped]).toEqual([true, []]);
    }
    expect(await boxInfo()).toMatchObject({ items: [], entries: [] });

    const body = JSON.stringify({ box_no: pair.box, zongpai: pair.goods, quantity: 3 });
    await fetch(`${url}/box`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...localCredentials(demo) },
    });
    const { FAILED: failed = [] } = await statesOf(demo, { url, pair });
    expect(failed.map(({ why }) => why)).toContainEqual(expect.stringContaining("BX4 holds PO4-3"));
    expect(await boxInfo()).toMatchObject({ items: [{ zongpai: pair.goods, quantity: 3 }] });
  });

  it("asks an ERP that is a server for no goods that it made up", async () => {
    const asked: string[] = [];
    const url = await serverThat(({ request, body }, response) => {
      asked.push(`${request.url} ${body}`);
      response.writeHead(200, json).end(categories);
    });
    const { skipped = [] } = await statesOf(postgresql, { url });
    expect(skipped.map(({ why }) => why)).toContain(
      "name goods and a box that the ERP knows with --goods and --box",
    );
    expect(asked.filter((one) => one.startsWith("/box ") && one.includes('"quantity":2'))).toEqual(
      [],
    );
  });

  it("passes on a site that answers every open point differently", async () => {
    const { url } = await stages.start({ SITE: "test/site/odd.ts" });
    const ended = await runCommand("smoke", ["--url", url, "--site", "test/site/odd.ts"]);
    expect([ended.status, ended.stderr, ended.stdout]).toEqual([
      0,
      "",
      expect.stringMatching(/: \d+ passed, 0 FAILED, 1 skipped$/m),
    ]);
    expect(ended.stdout).not.toContain("\u001b");
  });

  it("fails with status 1 on a service that is not the site's, and tries no more than the first check", async () => {
    let requests = 0;
    const url = await serverThat((_, response) => {
      requests += 1;
      response.setHeader("content-type", "application/json").end('{"categories":[]}');
    });
    const ended = await runCommand("smoke", ["--url", url]);
    expect([ended.status, requests]).toEqual([1, 1]);
    expect(ended.stdout).toMatch(/^FAILED .*the categories are MANUAL/);
  });

  it("fails where a route answers without credentials, or refuses without the specification's error body", async () => {
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
      const outcomes = await smoke(demo, { url, readOnly: true }, () => {}, {
        SMOKE_API_KEY: "right",
      });
      const closed = outcomes.find(({ name }) => name.includes("without credentials"));
      expect([outcomes[0]?.state, closed?.state]).toEqual(["passed", why ? "FAILED" : "passed"]);
      expect(closed?.why).toEqual(why && expect.stringContaining(why));
    }
  });
});

describe("the smoke test's requests", () => {
  it("are signed with AWS Signature Version 4, in the gateway's region and with the session's token; those without credentials are not", async () => {
    const seen: IncomingMessage["headers"][] = [];
    const url = await serverThat(({ request }, response) => {
      seen.push(request.headers);
      response.end("{}");
    });
    const env = {
      ...{ AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "secret" },
      ...{ AWS_SESSION_TOKEN: "token", AWS_REGION: "us-east-1" },
    };
    const post = { method: "POST", target: "/box", headers: {}, body: '{"menge":"ü"}' };
    const sign = awsSigner(gateway, env);
    expect(await sign({ ...post, url: new URL(`${gateway}/box`) })).toMatchObject({
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/execute-api\/aws4_request, SignedHeaders=.*host.*x-amz-security-token, Signature=[0-9a-f]{64}$/,
      ),
      "x-amz-security-token": "token",
    });
    const send = senderTo(url, awsSigner("https://lager.example.org", env));
    await send(post);
    await send(post, false);
    expect(seen.map(({ authorization }) => authorization)).toEqual([
      expect.stringContaining("/us-east-1/execute-api/"),
      undefined,
    ]);
  });

  it("go out again, unchanged, while the answer asks for it, but not for ever", async () => {
    const bodies: string[] = [];
    const url = await serverThat(({ body }, response) => {
      bodies.push(body);
      response.writeHead(503, bodies.length === 3 ? {} : { "retry-after": "0.01" }).end();
    });
    const send = patiently(senderTo(url));
    const post = { method: "POST", target: "/box", headers: {}, body: "1" };
    await send(post);
    expect(bodies).toEqual(["1", "1", "1"]);
    bodies.splice(0, 3, "", "", "", "");
    expect((await send(post)).status).toBe(503);
    expect(bodies).toHaveLength(10);
  });

  it("carry a token that the issuer gave for the client's own credentials", async () => {
    const asked: string[] = [];
    const url = await serverThat(({ request, body }, response) => {
      asked.push(`${request.headers.authorization} ${body}`);
      response.end('{"access_token":"a.b.c"}');
    });
    const auth = {
      ...{
        scheme: "jwt" as const,
        allowed: false as const,
        signIn: false as const,
        issuer: url,
        audience: "scanners",
      },
      ...{ jwks: "https://issuer.example/keys", requiredClaims: {}, nameClaims: ["sub"] },
    };
    const site = { name: "demo", auth };
    const env = {
      SMOKE_TOKEN_URL: `${url}/token`,
      SMOKE_CLIENT_ID: "smoke",
      SMOKE_CLIENT_SECRET: "s",
    };
    const request = { method: "GET", target: "/", url: new URL(url), headers: {} };
    expect(await (await credentialsFor(site, url, env))?.(request)).toEqual({
      authorization: "Bearer a.b.c",
    });
    expect(asked).toEqual([
      `Basic ${Buffer.from("smoke:s").toString("base64")} grant_type=client_credentials&audience=scanners`,
    ]);
    expect(await (await credentialsFor(site, url, { SMOKE_TOKEN: "x" }))?.(request)).toEqual({
      authorization: "Bearer x",
    });
    await expect(credentialsFor(site, url, {})).rejects.toThrow("SMOKE_TOKEN");
  });

  it("are signed for AWS where the site says so, but on this machine, where nobody checks it", async () => {
    const site = { name: "demo", auth: { scheme: "iam" as const, allowed: false as const } };
    expect(await credentialsFor(site, "http://127.0.0.1:3000", {})).toBeUndefined();
    await expect(credentialsFor(site, "https://lager.example.org", {})).rejects.toThrow(
      "set AWS_ACCESS_KEY_ID",
    );
  });

  it("go to the gateway's stage, with or without the site's base path", () => {
    for (const url of [gateway, `${gateway}/`, `${gateway}/lager/v3`, `${gateway}/lager/v3/`])
      expect(rootOf(url, odd)).toBe(gateway);
    expect(rootOf(gateway, demo)).toBe(gateway);
  });
});
