import { createServer } from "node:net";
import type { Context } from "aws-lambda";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JwtAuth } from "#lib/gate/issuer-keys.ts";
import { tokenAuthorizer } from "#lib/gate/token-authorizer.ts";
import { jwk, newPair, startIssuer, tokenOf } from "../support/issuer.ts";
import { onLoopback } from "../support/loopback.ts";

const tokenIssuer = await startIssuer();
afterAll(tokenIssuer.stop);

const publishedKeys = tokenIssuer.published;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  Object.assign(tokenIssuer, { published: publishedKeys, status: 200, fetches: 0 });
});
afterEach(() => vi.useRealTimers());

const jwtAuth: JwtAuth = {
  scheme: "jwt",
  allowed: false,
  signIn: false,
  issuer: "https://id.example.org",
  audience: "warehouse",
  jwks: tokenIssuer.url,
  requiredClaims: {},
  nameClaims: ["sub"],
};
const methodArn = "arn:aws:execute-api:eu-central-1:123456789012:a1b2c3d4e5/staging/GET/box/info";
const tokenFrom = (pair = tokenIssuer.pair, header: Record<string, unknown> = {}) => {
  const exp = Math.floor(Date.now() / 1_000) + 600;
  return tokenOf(
    pair,
    { iss: jwtAuth.issuer, aud: jwtAuth.audience, exp, sub: "scanner-7" },
    header,
  );
};
const newAuthorizer = (changes: Partial<JwtAuth> = {}) => {
  const authorizer = tokenAuthorizer({ ...jwtAuth, ...changes });
  return (token = tokenFrom()) =>
    authorizer({ type: "TOKEN", authorizationToken: `Bearer ${token}`, methodArn }, {
      awsRequestId: "1",
    } as Context);
};
/** API Gateway answers 401 to this error, and 500 to any other. */
const unauthorizedError = new Error("Unauthorized");
/** The runtime logs a thrown error, so it has our message, not a library's. */
const notJudgedError = new Error("keys unavailable");
const hourMs = 3_600_000;

describe("the authorizer", () => {
  it("allows a good token every method and path of this stage only", async () => {
    const Resource = ["arn:aws:execute-api:eu-central-1:123456789012:a1b2c3d4e5/staging/*"];
    const Statement = [{ Action: "execute-api:Invoke", Effect: "Allow", Resource }];
    expect(await newAuthorizer()()).toEqual({
      principalId: "scanner-7",
      policyDocument: { Version: "2012-10-17", Statement },
      context: { name: "scanner-7", loggedName: "scanner-7" },
    });
  });

  it.each([{ status: 503 }, { published: "<html>" }, { published: { keys: [{ kid: "first" }] } }])(
    "gives no verdict while the issuer answers %j, and recovers with it",
    async (spoilt) => {
      const judge = newAuthorizer();
      Object.assign(tokenIssuer, spoilt);
      await expect(judge()).rejects.toEqual(notJudgedError);
      Object.assign(tokenIssuer, { published: publishedKeys, status: 200 });
      expect(await judge()).toMatchObject({ principalId: "scanner-7" });
    },
  );

  it.each([
    ["at whose address nobody answers", "https://127.0.0.1:9/keys"],
    ["whose certificate is for another name", tokenIssuer.url.replace("127.0.0.1", "localhost")],
  ])("gives no verdict on an issuer %s", (_, jwks) =>
    expect(newAuthorizer({ jwks })()).rejects.toEqual(notJudgedError),
  );

  it("does not wait forever for an issuer that accepts a connection without answering", async () => {
    const { port, stop } = await onLoopback(createServer(() => {}));
    const jwks = `https://127.0.0.1:${port}/keys`;
    await expect(newAuthorizer({ jwks })()).rejects.toEqual(notJudgedError);
    stop();
  });

  it("fetches the issuer's keys once, and again for an unknown key", async () => {
    const judge = newAuthorizer();
    for (const _ of [1, 2, 3]) await judge();
    expect(tokenIssuer.fetches).toBe(1);
    const next = newPair();
    tokenIssuer.published = { keys: [jwk(tokenIssuer.pair, "first"), jwk(next, "second")] };
    expect(await judge(tokenFrom(next, { kid: "second" }))).toMatchObject({
      principalId: "scanner-7",
    });
    expect(tokenIssuer.fetches).toBe(2);
  });

  it("withstands tokens with made-up keys: few fetches, and good tokens pass", async () => {
    const judge = newAuthorizer();
    for (const kid of ["a", "b", "c", "d"])
      await expect(judge(tokenFrom(newPair(), { kid }))).rejects.toEqual(unauthorizedError);
    expect(tokenIssuer.fetches).toBe(2);
    expect(await judge()).toMatchObject({ principalId: "scanner-7" });
  });

  it("gives no verdict on an unknown key while the issuer is away", async () => {
    const judge = newAuthorizer();
    await judge();
    tokenIssuer.status = 503;
    await expect(judge(tokenFrom(newPair(), { kid: "second" }))).rejects.toEqual(notJudgedError);
  });

  it("honours a withdrawn key for an hour at most", async () => {
    const judge = newAuthorizer();
    await judge();
    tokenIssuer.published = { keys: [jwk(newPair(), "second")] };
    expect(await judge()).toMatchObject({ principalId: "scanner-7" });
    vi.setSystemTime(Date.now() + hourMs + 1);
    await expect(judge(tokenFrom())).rejects.toEqual(unauthorizedError);
  });

  it("uses its cached keys while the issuer is away, and retries after a minute", async () => {
    const judge = newAuthorizer();
    await judge();
    tokenIssuer.status = 503;
    vi.setSystemTime(Date.now() + hourMs + 1);
    for (const _ of [1, 2])
      expect(await judge(tokenFrom())).toMatchObject({ principalId: "scanner-7" });
    expect(tokenIssuer.fetches).toBe(2);
    vi.setSystemTime(Date.now() + 60_001);
    await judge(tokenFrom());
    expect(tokenIssuer.fetches).toBe(3);
  });

  it.each(["EdDSA", "RS256", "ES512", "none", "HS256"])(
    "refuses a token of type %s, even if the issuer's key names no use",
    async (alg) => {
      const { alg: _, use: __, ...bare } = jwk(tokenIssuer.pair, "first");
      tokenIssuer.published = { keys: [bare] };
      await expect(newAuthorizer()(tokenFrom(newPair(), { alg }))).rejects.toEqual(
        unauthorizedError,
      );
    },
  );
});
