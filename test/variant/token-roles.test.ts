import { afterAll, describe, expect, it } from "vitest";
import { roles } from "../site/roles.ts";
import { site } from "../support/site.ts";
import { bearer, startTokenGateway } from "./auth-rig.ts";

const { gateway, claims, judged, token, stop } = await startTokenGateway();
afterAll(stop);
const { forbidden } = site.errors.gateway;

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
      judged.times = 0;
      const { answers, functions } = await gateway.everywhere(bearer(token({ ...claims, groups })));
      expect(functions.toSorted()).toEqual([...new Set(ids)].toSorted());
      for (const { id, status } of answers)
        expect(status === forbidden.status, id).toBe(!ids.includes(id));
      // The policy is kept for the token: it lists every address, not the one that was asked first.
      expect(judged.times).toBe(1);
    },
  );
});
