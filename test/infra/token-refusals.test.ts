import type { Context } from "aws-lambda";
import { afterAll, expect, it, vi } from "vitest";
import type { JwtAuth } from "#lib/gate/issuer-keys.ts";
import { tokenAuthorizer } from "#lib/gate/token-authorizer.ts";
import { jwk, newPair, startIssuer, tokenOf } from "../support/issuer.ts";
import { keepOutput } from "../support/output.ts";

vi.hoisted(() => {
  process.env.LOG_LEVEL = "WARN";
});

const output = keepOutput();
const issuer = await startIssuer();
afterAll(() => {
  issuer.stop();
  vi.restoreAllMocks();
});

const auth: JwtAuth = {
  ...{ scheme: "jwt", allowed: false, signIn: false, audience: "warehouse" },
  ...{ issuer: "https://id.example.org", jwks: issuer.url },
  ...{ requiredClaims: { token_use: "access" }, nameClaims: ["sub"] },
};
const authorizer = tokenAuthorizer(auth);
const now = Math.floor(Date.now() / 1_000);
const good = {
  iss: auth.issuer,
  aud: "warehouse",
  exp: now + 600,
  token_use: "access",
  sub: "ada",
};
const token = (claims: object = {}, header: object = {}, pair = issuer.pair) =>
  tokenOf(pair, { ...good, ...claims }, { ...header });
const judge = (authorizationToken: string, judging = authorizer) =>
  judging({ type: "TOKEN", authorizationToken, methodArn: "a/b/GET/c" }, {
    awsRequestId: "1",
  } as Context);

it("a good token is allowed, without a line", async () => {
  expect(await judge(`Bearer ${token()}`)).toMatchObject({ principalId: "ada" });
  expect(output.lines()).toEqual([]);
});

it.each([
  ["malformed", "Basic YWRhOg=="],
  ["malformed", "Bearer no.token"],
  ["noKeyId", `Bearer ${token({}, { kid: undefined })}`],
  ["unknownKey", `Bearer ${token({}, { kid: "second" })}`],
  // Now the issuer is not asked again.
  ["unknownKey", `Bearer ${token({}, { kid: "third" })}`],
  ["algorithm", `Bearer ${token({}, { alg: "RS256" })}`],
  ["signature", `Bearer ${token({}, {}, newPair())}`],
  ["issuer", `Bearer ${token({ iss: "https://id.example.com" })}`],
  ["audience", `Bearer ${token({ aud: "shop" })}`],
  ["expired", `Bearer ${token({ exp: now - 60 })}`],
  ["notYetValid", `Bearer ${token({ nbf: now + 60 })}`],
  ["critical", `Bearer ${token({}, { crit: ["b64"] })}`],
  ["noExpiry", `Bearer ${token({ exp: undefined })}`],
  ["claim", `Bearer ${token({ token_use: "id" })}`],
  ["noName", `Bearer ${token({ sub: undefined })}`],
])("a refused token has one line with its reason: %s", async (reason, authorization) => {
  output.clear();
  await expect(judge(authorization)).rejects.toEqual(new Error("Unauthorized"));
  expect(output.lines()).toMatchObject([{ message: "tokenRefused", level: "WARN", reason }]);
});

it.each([
  ["have no answer", 500, {}],
  ["are no JSON", 200, "none"],
  ["are no list", 200, { keys: "none" }],
  ["lack a part", 200, { keys: [{ ...jwk(issuer.pair, "first"), x: undefined }] }],
])("a token is not at fault where the issuer's keys %s", async (_, status, published) => {
  const { published: goodKeys } = issuer;
  Object.assign(issuer, { status, published });
  output.clear();
  const judged = judge(`Bearer ${token()}`, tokenAuthorizer(auth));
  await expect(judged).rejects.not.toEqual(new Error("Unauthorized"));
  expect(output.lines()).toMatchObject([{ message: "keysNotFetched" }]);
  Object.assign(issuer, { status: 200, published: goodKeys });
});
