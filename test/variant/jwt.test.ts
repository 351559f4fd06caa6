import { afterAll, describe, expect, it } from "vitest";
import { newPair } from "../support/issuer.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { bearer, itChecks, startTokenGateway } from "./auth-rig.ts";

const { gateway, token, stop, ...rig } = await startTokenGateway();
afterAll(stop);

const good = { ...rig.claims, sub: "u1" };

const wrongClaims = {
  "an expired token": { exp: good.exp - 3_601 },
  "a token without an expiry": { exp: undefined },
  "a token for another audience": { aud: "payroll" },
  "a token of another issuer": { iss: "https://id.example.com" },
  "a token for another use": { token_use: "id" },
  "a token without a required claim": { token_use: undefined },
  "a token with a list for a required claim": { token_use: ["access"] },
  "a token that names nobody": { device: undefined, sub: undefined },
  "a token with a blank name": { device: " ", sub: "" },
};
const wrong = {
  "no token": {},
  "an empty header": { authorization: "" },
  "another scheme": { authorization: "Basic dXNlcjpwYXNz" },
  "a token without its scheme": { authorization: token(good) },
  "a token that is none": bearer("nonsense"),
  "a token signed by another": bearer(token(good, {}, newPair())),
  "a token with a critical extension": bearer(token(good, { crit: ["exp"], exp: 1 })),
  ...Object.fromEntries(
    Object.entries(wrongClaims).map(([title, claims]) => [
      title,
      bearer(token({ ...good, ...claims })),
    ]),
  ),
};
const spelt = { authorization: `bearer ${token({ ...good, aud: ["x", "warehouse"] })}` };

describe("a site with tokens", () => {
  itChecks(gateway, wrong, {
    "the right token": bearer(token(good)),
    "the right token, spelt otherwise": spelt,
  });

  it.each([
    ["the first claim that the site lists", "scanner-7", "scanner-7"],
    ["the next one where that is missing", undefined, "u1"],
    ["the next one where that is no text", 7, "u1"],
    [
      "no more of a long name than the history keeps, in whole characters",
      `${"x".repeat(127)}📦📦`,
      `${"x".repeat(127)}📦`,
    ],
    [
      "a name without what breaks a line, a terminal or the store",
      "a\n\u001b\u009b\u202e\0\ud83d",
      "a??????",
    ],
  ])("has in its history %s", async (_, device, who) => {
    const named = bearer(token({ ...good, device }));
    expect(await gateway.whoRegisters(zongpai(fresh()), named)).toEqual([who]);
  });
});
