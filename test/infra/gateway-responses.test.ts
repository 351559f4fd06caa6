import { ResponseType } from "aws-cdk-lib/aws-apigateway";
import { describe, expect, it } from "vitest";
import { conditions, conditionsOf } from "#lib/errors.ts";
import { gatewayErrorsOf } from "#lib/http/error-handlers.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import { createExchange } from "#scanner/client/exchange.ts";
import { serverClock } from "#scanner/client/server-clock.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import { site } from "../support/site.ts";
import { ofType, templateOf } from "./template.ts";

/** Every kind of answer that API Gateway makes itself. */
const responseTypes = Object.values(ResponseType).flatMap((kind) =>
  kind instanceof ResponseType ? [kind.responseType] : [],
);

/** Kinds that need a request validator, which the gateway does not have. */
const impossibleTypes = ["BAD_REQUEST_BODY", "BAD_REQUEST_PARAMETERS"];

describe("what API Gateway answers by itself", () => {
  const answers = ofType(templateOf(site, "dev"), "AWS::ApiGateway::GatewayResponse");
  const made = answers.map(([, { Properties: answer }]) => {
    const text = answer.ResponseTemplates["application/json"] ?? "";
    const body: Record<string, unknown> = JSON.parse(text);
    const condition = conditionsOf("gateway").filter((one) => {
      const { status, code } = site.errors.gateway[one];
      return String(status) === answer.StatusCode && code === body.error_code;
    });
    return { kind: answer.ResponseType, answer, text, body, condition: condition[0] ?? "internal" };
  });
  const conditionOf = Object.fromEntries(made.map(({ kind, condition }) => [kind, condition]));

  it("is set by this stack for every kind that there is", () => {
    expect(made.map(({ kind }) => kind).toSorted()).toEqual(
      responseTypes.filter((kind) => !impossibleTypes.includes(kind)).toSorted(),
    );
  });

  it("§7.1 has the site's status and code in the error body, nothing from AWS", () => {
    for (const { kind, answer, text, body, condition } of made) {
      expect(Object.keys(body).toSorted(), kind).toEqual(["domain", "error_code", "message"]);
      const { status, code } = site.errors.gateway[condition];
      expect([answer.StatusCode, body.error_code], kind).toEqual([String(status), code]);
      expect(text).not.toContain("$");
      const challenge = answer.ResponseParameters?.["gatewayresponse.header.www-authenticate"];
      expect(challenge !== undefined, kind).toBe(condition === "unauthenticated");
      expect(answer.ResponseParameters?.["gatewayresponse.header.x-content-type-options"]).toBe(
        "'nosniff'",
      );
    }
  });

  it("makes the client drop a scan only if waiting cannot help", async () => {
    const states = await Promise.all(
      made.map(async ({ kind, answer, text }) => {
        const fetch = async () => new Response(text, { status: Number(answer.StatusCode) });
        const world = { ...surroundings(), fetch };
        const { sendRequest } = createExchange(
          { baseUrl: "", settings: clientSettings(site) },
          { timeout: 60_000, world, time: serverClock(world) },
        );
        const scan = { box_no: "BX4", zongpai: "PO4-1", quantity: 1 };
        return [kind, (await sendRequest("post-box", scan, "key")).state] as const;
      }),
    );
    const kindsIn = (state: string) =>
      states.flatMap(([kind, found]) => (found === state ? [kind] : [])).toSorted();
    expect(kindsIn("refused")).toEqual([
      ...["DEFAULT_4XX", "REQUEST_TOO_LARGE", "RESOURCE_NOT_FOUND", "UNSUPPORTED_MEDIA_TYPE"],
    ]);
    expect(kindsIn("held")).toEqual([
      ...["ACCESS_DENIED", "EXPIRED_TOKEN", "INVALID_API_KEY", "INVALID_SIGNATURE"],
      ...["MISSING_AUTHENTICATION_TOKEN", "UNAUTHORIZED"],
    ]);
    expect(kindsIn("later")).toHaveLength(made.length - 10);
  });

  it("says when to retry wherever a request can be repeated, also behind a firewall", () => {
    for (const { kind, answer, condition } of made) {
      const again = ["retry", "unknown"].includes(conditions[condition].queue);
      const seconds = gatewayErrorsOf(site)(condition).headers?.["retry-after"];
      expect(answer.ResponseParameters?.["gatewayresponse.header.retry-after"], kind).toBe(
        again ? `'${seconds}'` : undefined,
      );
    }
    expect(conditionOf).toMatchObject({
      ...{ WAF_FILTERED: "throttled", DEFAULT_4XX: "requestUnreadable" },
      ...{ INTEGRATION_FAILURE: "timeout", DEFAULT_5XX: "internal" },
    });
  });
});
