import { afterAll, describe, expect, it } from "vitest";
import { tokenAuthorizer } from "#lib/gate/token-authorizer.ts";
import { roleAddresses } from "#lib/routes.ts";
import { roles } from "../site/roles.ts";
import { startIssuer, tokenOf } from "../support/issuer.ts";
import { site } from "../support/site.ts";
import { addresses, startGateway } from "./auth-rig.ts";

const issuer = await startIssuer();
process.env.TEST_JWKS = issuer.url;
const authorizer = tokenAuthorizer(site.auth, roleAddresses(site));
let judged = 0;
const gateway = await startGateway({
  authorizerOf: async () => (event, context) => {
    judged += 1;
    return authorizer(event, context);
  },
});
afterAll(() => Promise.all([gateway.stop(), issuer.stop()]));
const { forbidden } = site.errors.gateway;

const as = (groups: unknown) => {
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const claims = {
    iss: "https://id.example.org",
    aud: "warehouse",
    exp,
    token_use: "access",
    device: "scanner-7",
    groups,
  };
  return { authorization: `Bearer ${tokenOf(issuer.pair, claims)}` };
};

describe("a site whose tokens have roles", () => {
  it.each([
    ["a role", "scanner", roles.scanner],
    ["another role", "supervisor", roles.supervisor],
    [
      "a list of roles",
      ["integration", "scanner", "nobody"],
      [...roles.scanner, ...roles.integration],
    ],
    ["a role that the site does not have", "boss", []],
    ["the name of something that every object has", "constructor", []],
    ["no role", undefined, []],
  ])(
    "lets a token with %s reach the functions of its addresses, and no other",
    async (_, groups, ids: readonly string[]) => {
      judged = 0;
      const { answers, functions } = await gateway.everywhere(as(groups));
      expect(functions.toSorted()).toEqual([...new Set(ids)].toSorted());
      for (const { id, method, path } of addresses)
        expect(answers.get(`${method} ${path}`)?.status === forbidden.status, id).toBe(
          !ids.includes(id),
        );
      // The policy is kept for the token: it lists every address, not the one that was asked first.
      expect(judged).toBe(1);
    },
  );
});
