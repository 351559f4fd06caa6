import { ResponseType } from "aws-cdk-lib/aws-apigateway";
import { describe, expect, it } from "vitest";
import { type ConditionOf, conditions, conditionsOf } from "#lib/errors.ts";
import { gatewayErrors } from "#lib/http/error-handlers.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import { exchange } from "#scanner/client/exchange.ts";
import { serverClock } from "#scanner/client/server-clock.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import { gatewayAnswers, receivedOf } from "../support/gateway-answers.ts";
import { site } from "../support/site.ts";

/** The condition that a response tells of, by its code. */
const conditionOf = ({
  ResponseTemplates,
}: ReturnType<typeof gatewayAnswers>[number]): ConditionOf<"gateway"> => {
  const { error_code } = JSON.parse(ResponseTemplates["application/json"] ?? "") as {
    error_code: string;
  };
  return (
    conditionsOf("gateway").find(
      (condition) => site.errors.gateway[condition].code === error_code,
    ) ?? "internal"
  );
};

/** Every kind of answer that API Gateway can make by itself. */
const kinds = Object.values(ResponseType).flatMap((kind) =>
  kind instanceof ResponseType ? [kind.responseType] : [],
);

/** Those that need a validator of requests, which the gateway has none of. */
const impossible = ["BAD_REQUEST_BODY", "BAD_REQUEST_PARAMETERS"];

describe("what API Gateway answers by itself", () => {
  const made = gatewayAnswers(site);

  it("is told by this stack for every kind that there is", () => {
    expect(made.map(({ ResponseType }) => ResponseType).toSorted()).toEqual(
      kinds.filter((kind) => !impossible.includes(kind)).toSorted(),
    );
  });

  it("is the specification's error body, with the site's status and code", () => {
    for (const { ResponseType, StatusCode, ResponseTemplates } of made) {
      const body = JSON.parse(ResponseTemplates["application/json"] ?? "") as Record<
        string,
        unknown
      >;
      expect(Object.keys(body).toSorted(), ResponseType).toEqual([
        "domain",
        "error_code",
        "message",
      ]);
      const answers = Object.values(site.errors.gateway);
      expect(
        answers.filter(
          ({ status, code }) => String(status) === StatusCode && code === body.error_code,
        ),
        ResponseType,
      ).toHaveLength(1);
    }
  });

  it("holds a scanner's queue whenever credentials are missing or no longer good", () => {
    const held = made.filter(
      ({ StatusCode }) => StatusCode === String(site.errors.gateway.unauthenticated.status),
    );
    expect(held.map(({ ResponseType }) => ResponseType).toSorted()).toEqual([
      "EXPIRED_TOKEN",
      "INVALID_API_KEY",
      "INVALID_SIGNATURE",
      "MISSING_AUTHENTICATION_TOKEN",
      "UNAUTHORIZED",
    ]);
  });

  it("is final for a queue only for what no credentials and no waiting would mend", () => {
    const final = made.filter((one) => conditions[conditionOf(one)].queue === "final");
    expect(Object.fromEntries(final.map((one) => [one.ResponseType, conditionOf(one)]))).toEqual({
      RESOURCE_NOT_FOUND: "unknownRoute",
      REQUEST_TOO_LARGE: "bodyTooLarge",
      UNSUPPORTED_MEDIA_TYPE: "unsupportedMediaType",
    });
    const all = conditionsOf("gateway").filter(
      (condition) => conditions[condition].queue === "final",
    );
    expect(all).toEqual([
      "unsupportedMediaType",
      "bodyTooLarge",
      "unknownRoute",
      "methodNotAllowed",
    ]);
  });

  it("makes the scanner's client give a scan up only there; the others are kept, and a 401 or 403 holds them", async () => {
    const stateOf = async (one: (typeof made)[number]) => {
      const { text, ...init } = receivedOf(one);
      const world = { ...surroundings(), fetch: async () => new Response(text, init) };
      const time = serverClock(world);
      const { attempt } = exchange({
        baseUrl: "",
        settings: clientSettings(site),
        timeout: 60_000,
        headers: undefined,
        world,
        time,
      });
      return (await attempt("post-box", { box_no: "BX4", zongpai: "PO4-1", quantity: 1 }, "key"))
        .state;
    };
    const states = await Promise.all(
      made.map(async (one) => [one.ResponseType, await stateOf(one)] as const),
    );
    const kindsIn = (state: string) =>
      states
        .filter(([, found]) => found === state)
        .map(([kind]) => kind)
        .toSorted();
    expect(kindsIn("refused")).toEqual([
      "REQUEST_TOO_LARGE",
      "RESOURCE_NOT_FOUND",
      "UNSUPPORTED_MEDIA_TYPE",
    ]);
    expect(kindsIn("held")).toEqual(
      made
        .filter(({ StatusCode }) => ["401", "403"].includes(StatusCode))
        .map(({ ResponseType }) => ResponseType)
        .toSorted(),
    );
    expect(kindsIn("later")).toHaveLength(
      made.length - kindsIn("refused").length - kindsIn("held").length,
    );
  });

  it("says when to come back wherever the request is to be sent again, be it stopped by a firewall or by Lambda's own limit", () => {
    for (const one of made) {
      const { ResponseType, ResponseParameters } = one;
      const condition = conditionOf(one);
      const again = ["retry", "unknown"].includes(conditions[condition].queue);
      const expected = again
        ? `'${gatewayErrors(site)(condition).headers?.["retry-after"]}'`
        : undefined;
      expect(ResponseParameters?.["gatewayresponse.header.retry-after"], ResponseType).toBe(
        expected,
      );
    }
    const told = new Map(made.map((one) => [one.ResponseType, conditionOf(one)]));
    expect([told.get("WAF_FILTERED"), told.get("DEFAULT_4XX")]).toEqual(["throttled", "throttled"]);
    expect([told.get("INTEGRATION_FAILURE"), told.get("DEFAULT_5XX")]).toEqual([
      "timeout",
      "internal",
    ]);
  });

  it("lets API Gateway put nothing of its own into the site's words", () => {
    for (const { ResponseTemplates } of made)
      expect(ResponseTemplates["application/json"]).not.toContain("$");
  });
});
