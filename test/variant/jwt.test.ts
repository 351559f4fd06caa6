import { createHmac } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { authenticator } from "#infra/local/authenticate.ts";
import { routeIds } from "#lib/endpoints/ids.ts";
import { tokenAuthorizer } from "#lib/gate/token-authorizer.ts";
import { roleAddresses } from "#lib/routes.ts";
import { newPair, startIssuer, tokenOf } from "../support/issuer.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { addresses, refusedEverywhere, startGateway } from "./auth-rig.ts";

const issuer = await startIssuer();
process.env.TEST_JWKS = issuer.url;

const authorizer = tokenAuthorizer(site.auth, roleAddresses(site));
let judged = 0;
const authorizerOf = async (): Promise<typeof authorizer> => (event, context) => {
  judged += 1;
  return authorizer(event, context);
};
const gateway = await startGateway({ authorizerOf });
afterAll(() => Promise.all([gateway.stop(), issuer.stop()]));
beforeEach(() => gateway.reached.splice(0));

const now = Math.floor(Date.now() / 1_000);
const good = {
  iss: "https://id.example.org",
  aud: "warehouse",
  exp: now + 3_600,
  token_use: "access",
  device: "scanner-7",
  sub: "u1",
};
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(good).filter(([name]) => !names.includes(name)));
const token = (claims: object, header: object = {}, pair = issuer.pair) =>
  tokenOf(pair, claims as typeof good, { ...header });
const parts = token(good).split(".") as [string, string, string];
const other = token({ ...good, device: "boss" }).split(".")[1];
const header = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const confused = () => {
  const signed = `${header({ alg: "HS256", kid: "first" })}.${parts[1]}`;
  const secret = issuer.pair.publicKey.export({ type: "spki", format: "pem" });
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
};

const wrongTokens = {
  "a token that is none": "nonsense",
  "a token of three words": "a.b.c",
  "an expired token": token({ ...good, exp: now - 1 }),
  "a token without an expiry": token(without("exp")),
  "a token that is not valid yet": token({ ...good, nbf: now + 600 }),
  "a token for another audience": token({ ...good, aud: "payroll" }),
  "a token for no audience": token(without("aud")),
  "a token of another issuer": token({ ...good, iss: "https://id.example.com" }),
  "a token of no issuer": token(without("iss")),
  "a token whose claims were changed": `${parts[0]}.${other}.${parts[2]}`,
  "a token whose signature was changed": `${parts[0]}.${parts[1]}.${parts[2].startsWith("A") ? "B" : "A"}${parts[2].slice(1)}`,
  "a token for another use": token({ ...good, token_use: "id" }),
  "a token without a required claim": token(without("token_use")),
  "a token with a list in place of a required claim": token({ ...good, token_use: ["access"] }),
  "a token that names nobody": token(without("device", "sub")),
  "a token with a blank name": token({ ...good, device: " ", sub: "" }),
  "a token signed by a stranger": token(good, {}, newPair()),
  "a token signed with a key that nobody knows": token(good, { kid: "second" }, newPair()),
  "a token that names no key": token(good, { kid: undefined }),
  "a token without a signature": `${header({ alg: "none", kid: "first" })}.${parts[1]}.`,
  "a token whose signature is not to be checked": `${header({ alg: "none", kid: "first" })}.${parts[1]}.${parts[2]}`,
  "a token signed with the public key as a secret": confused(),
  "a token of another algorithm": token(good, { alg: "EdDSA" }),
};
const wrong: Record<string, string | undefined> = {
  "no token": undefined,
  "an empty header": "",
  "another scheme": "Basic dXNlcjpwYXNz",
  "a token without its scheme": token(good),
  ...Object.fromEntries(
    Object.entries(wrongTokens).map(([title, value]) => [title, `Bearer ${value}`]),
  ),
};
const right = {
  "the right token": `Bearer ${token(good)}`,
  "the right token, spelt otherwise": `bearer ${token({ ...good, aud: ["x", "warehouse"] })}`,
};
const headers = (authorization: string | undefined): Record<string, string> =>
  authorization === undefined ? {} : { authorization };

describe("a site with tokens", () => {
  it.each(Object.entries(wrong))(
    "refuses %s at every address, and no function sees it",
    async (_, credential) => {
      const { answers, functions } = await gateway.everywhere(headers(credential));
      expect(answers).toEqual(refusedEverywhere);
      expect(functions).toEqual([]);
    },
  );

  it.each(Object.entries(right))("lets %s in at every address", async (_, credential) => {
    const { answers, functions } = await gateway.everywhere(headers(credential));
    expect([...answers.values()].filter(({ status }) => status === 401 || status === 403)).toEqual(
      [],
    );
    expect(functions).toEqual(addresses.map(({ id }) => id));
  });

  it("has been asked for every address that it serves", () => {
    console.log(
      `tokens: ${addresses.length} addresses, ${addresses.length * Object.keys({ ...wrong, ...right }).length} cells`,
    );
    expect(new Set(addresses.map(({ id }) => id)).size).toBe(routeIds.length + 1);
  });

  it("asks the authorizer once for a token, for all methods and paths, and the issuer not for each", async () => {
    judged = 0;
    const credential = headers(`Bearer ${token({ ...good, jti: "another" })}`);
    for (const address of addresses) await gateway.send(address, credential);
    expect([judged, gateway.reached.length]).toEqual([1, addresses.length]);
    expect(issuer.fetches).toBeLessThanOrEqual(3);
  });

  it("does not ask the authorizer about what is no token", async () => {
    judged = 0;
    for (const credential of [undefined, "", "Basic dXNlcjpwYXNz", "Bearer nonsense"])
      await gateway.send({ method: "GET", path: "/box/info" }, headers(credential));
    expect(judged).toBe(0);
  });

  it.each([
    ["the first claim that the site lists", good, "scanner-7"],
    ["the next one where that is missing", without("device"), "u1"],
    ["the next one where that is no text", { ...good, device: 7 }, "u1"],
    [
      "no more of a long name than the history keeps",
      { ...good, device: "x".repeat(500) },
      "x".repeat(128),
    ],
    [
      "whole characters of a long name",
      { ...good, device: `${"x".repeat(127)}📦📦` },
      `${"x".repeat(127)}📦`,
    ],
    [
      "a name without what breaks a line, a terminal or the store",
      { ...good, device: "a\n\u001b\u009b\u202e\0\ud83d" },
      "a??????",
    ],
  ])("has in its history %s", async (_, claims, who) => {
    expect(
      await gateway.whoRegisters(zongpai(fresh()), headers(`Bearer ${token(claims)}`)),
    ).toEqual([who]);
    expect(gateway.reached[0]?.event.requestContext.authorizer).toMatchObject({
      principalId: expect.any(String),
    });
  });

  it("has no gateway without an authorizer", () =>
    expect(() => authenticator(site, {})).toThrow("needs an authorizer"));
});
