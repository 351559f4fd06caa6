import { afterAll, describe, expect, it } from "vitest";
import { routeIds } from "#lib/route-ids.ts";
import { endpointsOfRole } from "../site/roles.ts";
import { site } from "../support/site.ts";
import { bearer, startTokenGateway } from "./auth-rig.ts";

const { gateway, claims, judged, token, stop } = await startTokenGateway();
afterAll(stop);
const { forbidden } = site.errors.gateway;

describe("a site whose tokens have roles", () => {
  it.each([
    ["a role", "scanner", endpointsOfRole.scanner],
    ["another role", "supervisor", endpointsOfRole.supervisor],
    [
      "a list of roles",
      ["integration", "scanner", "nobody"],
      [...endpointsOfRole.scanner, ...endpointsOfRole.integration],
    ],
    ["a role that the site does not have", "boss", []],
    ["the name of something that every object has", "constructor", []],
    ["no role", undefined, []],
  ])(
    "lets a token with %s call its addresses, and lists these to it",
    async (_, groups, ids: readonly string[]) => {
      judged.times = 0;
      const { answers, functions } = await gateway.everywhere(bearer(token({ ...claims, groups })));
      const allowed = [...new Set(["get-me", ...ids])];
      expect(functions.toSorted()).toEqual(allowed.toSorted());
      for (const { id, status } of answers)
        expect(status === forbidden.status, id).toBe(!allowed.includes(id));
      const told = answers.find(({ id }) => id === "get-me")?.body;
      expect(told).toEqual({
        who: "scanner-7",
        routes: routeIds.filter((id) => allowed.includes(id)),
      });
      // The gateway caches the policy for the token, so it must list every address, not only the first one.
      expect(judged.times).toBe(1);
    },
  );
});
