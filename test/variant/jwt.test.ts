import { createHmac } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { newPair } from "../support/issuer.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { bearer, itChecks, startTokenGateway } from "./auth-rig.ts";

const { issuer, gateway, token, stop, ...rig } = await startTokenGateway();
afterAll(stop);
beforeEach(() => gateway.reached.splice(0));

const now = Math.floor(Date.now() / 1_000);
const good = { ...rig.claims, sub: "u1" };
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(good).filter(([name]) => !names.includes(name)));
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
  "an expired token": token({ ...good, exp: now - 1 }),
  "a token without an expiry": token(without("exp")),
  "a token that is not valid yet": token({ ...good, nbf: now + 600 }),
  "a token for another audience": token({ ...good, aud: "payroll" }),
  "a token of another issuer": token({ ...good, iss: "https://id.example.com" }),
  "a token whose claims were changed": `${parts[0]}.${other}.${parts[2]}`,
  "a token whose signature was changed": `${parts[0]}.${parts[1]}.${parts[2].startsWith("A") ? "B" : "A"}${parts[2].slice(1)}`,
  "a token for another use": token({ ...good, token_use: "id" }),
  "a token without a required claim": token(without("token_use")),
  "a token with a list for a required claim": token({ ...good, token_use: ["access"] }),
  "a token that names nobody": token(without("device", "sub")),
  "a token with a blank name": token({ ...good, device: " ", sub: "" }),
  "a token signed by another": token(good, {}, newPair()),
  "a token signed with a key that nobody knows": token(good, { kid: "second" }, newPair()),
  "a token with a critical extension": token(good, { crit: ["exp"], exp: 1 }),
  "a token that names no key": token(good, { kid: undefined }),
  "a token without a signature": `${header({ alg: "none", kid: "first" })}.${parts[1]}.`,
  "a token signed with the public key as a secret": confused(),
};
const wrong = {
  "no token": {},
  "an empty header": { authorization: "" },
  "another scheme": { authorization: "Basic dXNlcjpwYXNz" },
  "a token without its scheme": { authorization: token(good) },
  ...Object.fromEntries(
    Object.entries(wrongTokens).map(([title, value]) => [title, bearer(value)]),
  ),
};
const spelt = { authorization: `bearer ${token({ ...good, aud: ["x", "warehouse"] })}` };

describe("a site with tokens", () => {
  itChecks(gateway, wrong, {
    "the right token": bearer(token(good)),
    "the right token, spelt otherwise": spelt,
  });

  it.each([
    ["the first claim that the site lists", good, "scanner-7"],
    ["the next one where that is missing", without("device"), "u1"],
    ["the next one where that is no text", { ...good, device: 7 }, "u1"],
    [
      "no more of a long name than the history keeps, in whole characters",
      { ...good, device: `${"x".repeat(127)}📦📦` },
      `${"x".repeat(127)}📦`,
    ],
    [
      "a name without what breaks a line, a terminal or the store",
      { ...good, device: "a\n\u001b\u009b\u202e\0\ud83d" },
      "a??????",
    ],
  ])("has in its history %s", async (_, claims, who) => {
    expect(await gateway.whoRegisters(zongpai(fresh()), bearer(token(claims)))).toEqual([who]);
    expect(gateway.reached[0]?.event.requestContext.authorizer).toMatchObject({
      principalId: expect.any(String),
    });
  });
});
