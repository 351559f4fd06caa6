import { createServer } from "node:net";
import type { Context } from "aws-lambda";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JwtAuth } from "#lib/gate/issuer-keys.ts";
import { tokenAuthorizer } from "#lib/gate/token-authorizer.ts";
import { jwk, newPair, startIssuer, tokenOf } from "../support/issuer.ts";
import { onLoopback } from "../support/loopback.ts";

const issuer = await startIssuer();
afterAll(issuer.stop);

const published = issuer.published;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  Object.assign(issuer, { published, status: 200, fetches: 0 });
});
afterEach(() => vi.useRealTimers());

const auth: JwtAuth = {
  scheme: "jwt",
  allowed: false,
  signIn: false,
  issuer: "https://id.example.org",
  audience: "warehouse",
  jwks: issuer.url,
  requiredClaims: {},
  nameClaims: ["sub"],
};
const methodArn = "arn:aws:execute-api:eu-central-1:123456789012:a1b2c3d4e5/staging/GET/box/info";
const tokenFrom = (pair = issuer.pair, header: Record<string, unknown> = {}) => {
  const exp = Math.floor(Date.now() / 1_000) + 600;
  return tokenOf(pair, { iss: auth.issuer, aud: auth.audience, exp, sub: "scanner-7" }, header);
};
const newAuthorizer = (changes: Partial<JwtAuth> = {}) => {
  const authorizer = tokenAuthorizer({ ...auth, ...changes });
  return (token = tokenFrom()) =>
    authorizer({ type: "TOKEN", authorizationToken: `Bearer ${token}`, methodArn }, {
      awsRequestId: "1",
    } as Context);
};
/** API Gateway answers 401 to this error, and 500 to any other. */
const unauthorized = new Error("Unauthorized");
/** The runtime logs what is thrown: a word of ours, and none of a library. */
const notJudged = new Error("keys unavailable");
const hour = 3_600_000;

describe("the authorizer", () => {
  it("allows a good token every method and path of this stage, and no other stage", async () => {
    const Resource = ["arn:aws:execute-api:eu-central-1:123456789012:a1b2c3d4e5/staging/*"];
    const Statement = [{ Action: "execute-api:Invoke", Effect: "Allow", Resource }];
    expect(await newAuthorizer()()).toEqual({
      principalId: "scanner-7",
      policyDocument: { Version: "2012-10-17", Statement },
      context: { name: "scanner-7" },
    });
  });

  it.each([{ status: 503 }, { published: "<html>" }, { published: { keys: [{ kid: "first" }] } }])(
    "gives no verdict when the issuer answers %j, and judges as soon as it is back",
    async (spoilt) => {
      const judge = newAuthorizer();
      Object.assign(issuer, spoilt);
      await expect(judge()).rejects.toEqual(notJudged);
      Object.assign(issuer, { published, status: 200 });
      expect(await judge()).toMatchObject({ principalId: "scanner-7" });
    },
  );

  it.each([
    ["at whose address nobody answers", "https://127.0.0.1:9/keys"],
    ["whose certificate is for another name", issuer.url.replace("127.0.0.1", "localhost")],
  ])("gives no verdict on an issuer %s", (_, jwks) =>
    expect(newAuthorizer({ jwks })()).rejects.toEqual(notJudged),
  );

  it("does not wait for ever for an issuer that takes the call and says nothing", async () => {
    const { port, stop } = await onLoopback(createServer(() => {}));
    const jwks = `https://127.0.0.1:${port}/keys`;
    await expect(newAuthorizer({ jwks })()).rejects.toEqual(notJudged);
    stop();
  });

  it("fetches the issuer's keys once, and again for a key that it does not know", async () => {
    const judge = newAuthorizer();
    for (const _ of [1, 2, 3]) await judge();
    expect(issuer.fetches).toBe(1);
    const next = newPair();
    issuer.published = { keys: [jwk(issuer.pair, "first"), jwk(next, "second")] };
    expect(await judge(tokenFrom(next, { kid: "second" }))).toMatchObject({
      principalId: "scanner-7",
    });
    expect(issuer.fetches).toBe(2);
  });

  it("does not let tokens with made-up keys flood the issuer, nor keep good ones out", async () => {
    const judge = newAuthorizer();
    for (const kid of ["a", "b", "c", "d"])
      await expect(judge(tokenFrom(newPair(), { kid }))).rejects.toEqual(unauthorized);
    expect(issuer.fetches).toBe(2);
    expect(await judge()).toMatchObject({ principalId: "scanner-7" });
  });

  it("honours a withdrawn key for an hour at most", async () => {
    const judge = newAuthorizer();
    await judge();
    issuer.published = { keys: [jwk(newPair(), "second")] };
    expect(await judge()).toMatchObject({ principalId: "scanner-7" });
    vi.setSystemTime(Date.now() + hour + 1);
    await expect(judge(tokenFrom())).rejects.toEqual(unauthorized);
  });

  it("judges by the keys that it has while the issuer is away, and asks again a minute later", async () => {
    const judge = newAuthorizer();
    await judge();
    issuer.status = 503;
    vi.setSystemTime(Date.now() + hour + 1);
    for (const _ of [1, 2])
      expect(await judge(tokenFrom())).toMatchObject({ principalId: "scanner-7" });
    expect(issuer.fetches).toBe(2);
    vi.setSystemTime(Date.now() + 60_001);
    await judge(tokenFrom());
    expect(issuer.fetches).toBe(3);
  });

  it.each(["EdDSA", "RS256", "ES512", "none", "HS256"])(
    "refuses a token that calls itself %s, although the issuer does not say what its key is for",
    async (alg) => {
      const { alg: _, use: __, ...bare } = jwk(issuer.pair, "first");
      issuer.published = { keys: [bare] };
      await expect(newAuthorizer()(tokenFrom(newPair(), { alg }))).rejects.toEqual(unauthorized);
    },
  );
});
