import { afterEach, describe, expect, it, vi } from "vitest";
import { type Authorizer, byToken } from "#infra/local/authenticate-token.ts";
import { authorizerTtl } from "#lib/gate/bearer.ts";

const policy = (Effect: "Allow" | "Deny", Resource: string | string[]) => ({
  Action: "execute-api:Invoke",
  Effect,
  Resource,
});
const everything = "arn:aws:execute-api:local:000000000000:local/local/*";

/** The gateway with an authorizer that answers these statements, and what it is asked. */
const gatewayWith = (...statements: ReturnType<typeof policy>[]) => {
  const asked: string[] = [];
  const authorizer: Authorizer = async ({ authorizationToken }) => {
    asked.push(authorizationToken);
    return {
      principalId: "p",
      policyDocument: { Version: "2012-10-17", Statement: statements },
      context: { name: "n" },
    };
  };
  const authenticate = byToken(async () => authorizer);
  const send = (method: string, target: string, token = "a.b.c") =>
    authenticate({
      method,
      target,
      rawHeaders: ["Authorization", `Bearer ${token}`],
      httpVersion: "1.1",
      sourceIp: "",
    });
  return { asked, send };
};
const caller = {
  identity: { apiKey: null, apiKeyId: null },
  authorizer: { principalId: "p", name: "n" },
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the local gateway, as API Gateway does,", () => {
  it("lets in what a policy allows, and tells the function who it is", async () => {
    expect(
      await gatewayWith(policy("Allow", everything)).send("GET", "/box/info?box_no=BX4"),
    ).toEqual(caller);
  });

  it.each([
    ["denies", [policy("Deny", everything)]],
    ["allows and denies", [policy("Allow", everything), policy("Deny", ["x", everything])]],
    ["does not mention", [policy("Allow", "arn:aws:execute-api:local:000000000000:local/prod/*")]],
    ["says nothing of", []],
  ])("forbids what a policy %s", async (_, statements) => {
    expect(await gatewayWith(...statements).send("GET", "/box/info")).toBe("forbidden");
  });

  it("keeps a policy for the token: one for the first request alone refuses the next", async () => {
    const { asked, send } = gatewayWith(
      policy("Allow", "arn:aws:execute-api:local:000000000000:local/local/GET/box/info"),
    );
    expect(await send("GET", "/box/info")).toEqual(caller);
    expect(await send("POST", "/box")).toBe("forbidden");
    expect(asked).toHaveLength(1);
  });

  it("asks again after the time that the stack sets, and for another token at once", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { asked, send } = gatewayWith(policy("Allow", everything));
    await send("GET", "/box/info");
    vi.setSystemTime(Date.now() + authorizerTtl * 1_000 - 1);
    await send("GET", "/box/info");
    await send("GET", "/box/info", "d.e.f");
    expect(asked).toEqual(["Bearer a.b.c", "Bearer d.e.f"]);
    vi.setSystemTime(Date.now() + 1);
    await send("GET", "/box/info");
    expect(asked).toHaveLength(3);
  });

  it("tells a failure of the authorizer as a fault of the service, lets nobody in, and keeps neither failure nor refusal", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    let left = ["Unauthorized", "the issuer is away", "unauthorized"];
    const authenticate = byToken(async () => async () => {
      const [message, ...rest] = left;
      left = rest;
      throw new Error(message);
    });
    const send = () =>
      authenticate({
        method: "GET",
        target: "/",
        rawHeaders: ["authorization", "Bearer a.b.c"],
        httpVersion: "1.1",
        sourceIp: "",
      });
    expect([await send(), await send(), await send()]).toEqual([
      "unauthenticated",
      "internal",
      "internal",
    ]);
    expect(left).toEqual([]);
  });
});
