import { afterEach, describe, expect, it, vi } from "vitest";
import { byToken } from "#infra/local/authenticate.ts";

const received = {
  method: "GET",
  target: "/box/info?box_no=BX4",
  rawHeaders: ["Authorization", "Bearer a.b.c"],
  httpVersion: "1.1",
  sourceIp: "",
};
const stage = "arn:aws:execute-api:local:000000000000:local/local";

const answering = (Effect: "Allow" | "Deny", Resource: string | string[]) => ({
  principalId: "p",
  policyDocument: {
    Version: "2012-10-17",
    Statement: [{ Action: "execute-api:Invoke", Effect, Resource }],
  },
  context: { name: "n" },
});

/** What the gateway makes of a request whose authorizer answers this policy. */
const decided = (...policy: Parameters<typeof answering>) =>
  byToken(async () => async () => answering(...policy))(received);

afterEach(() => vi.restoreAllMocks());

describe("§5 the local gateway with an authorizer", () => {
  it.each([`${stage}/*`, [`${stage}/POST/box`, `${stage}/GET/box/info`]])(
    "lets in what its policy allows, and gives the function the caller: %s",
    async (resource) => {
      expect(await decided("Allow", resource)).toEqual({
        identity: { apiKey: null, apiKeyId: null },
        authorizer: { principalId: "p", name: "n" },
      });
    },
  );

  it("forbids what its policy denies or does not mention", async () => {
    expect(await decided("Deny", `${stage}/*`)).toBe("forbidden");
    expect(await decided("Allow", `${stage}/POST/box`)).toBe("forbidden");
    expect(await decided("Allow", [])).toBe("forbidden");
  });

  it("takes a failure of the authorizer for a fault of the service, and lets nobody in", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const failing = (message: string) =>
      byToken(async () => async () => {
        throw new Error(message);
      })(received);
    expect(await failing("Unauthorized")).toBe("unauthenticated");
    expect(await failing("unauthorized")).toBe("internal");
  });

  it("does not ask the authorizer about text that is no token", async () => {
    const unasked = byToken(() => Promise.reject(new Error("asked")));
    for (const header of ["", "Bearer", "Bearer a.b", "Basic a.b.c"])
      expect(await unasked({ ...received, rawHeaders: ["Authorization", header] })).toBe(
        "unauthenticated",
      );
  });
});
