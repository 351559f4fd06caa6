import { ResponseType } from "aws-cdk-lib/aws-apigateway";
import { describe, expect, it } from "vitest";
import { conditions, conditionsOf } from "#lib/errors.ts";
import { gatewayErrors } from "#lib/http/error-handlers.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import { exchange } from "#scanner/client/exchange.ts";
import { serverClock } from "#scanner/client/server-clock.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import { box, start } from "../client/rig.ts";
import { gatewayAnswers, receivedOf } from "../support/gateway-answers.ts";
import { site } from "../support/site.ts";

/** Every kind of answer that API Gateway can make by itself. */
const kinds = Object.values(ResponseType).flatMap((kind) =>
  kind instanceof ResponseType ? [kind.responseType] : [],
);

/** Those that need a validator of requests, which the gateway has none of. */
const impossible = ["BAD_REQUEST_BODY", "BAD_REQUEST_PARAMETERS"];

describe("what API Gateway answers by itself", () => {
  const made = gatewayAnswers(site).map((answer) => {
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
      kinds.filter((kind) => !impossible.includes(kind)).toSorted(),
    );
  });

  it("§7.1 is the error body with the site's status and code, and nothing of API Gateway's", () => {
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

  it("makes the scanner's client give a scan up only where no waiting helps; a 401 or 403 holds it", async () => {
    const states = await Promise.all(
      made.map(async ({ kind, answer }) => {
        const { text, ...init } = receivedOf(answer);
        const world = { ...surroundings(), fetch: async () => new Response(text, init) };
        const { attempt } = exchange({
          ...{ baseUrl: "", settings: clientSettings(site), timeout: 60_000, headers: undefined },
          ...{ world, time: serverClock(world) },
        });
        const scan = { box_no: "BX4", zongpai: "PO4-1", quantity: 1 };
        return [kind, (await attempt("post-box", scan, "key")).state] as const;
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

  it.each(made.filter(({ condition }) => /retry|unknown/.test(conditions[condition].queue)))(
    "($kind) holds up a scanner's queue up to 30 s and Retry-After after its end, and then each scan is recorded once and in order",
    async ({ answer }) => {
      const { text, ...init } = receivedOf(answer);
      let refuses = true;
      const instead = () => (refuses ? new Response(text, init) : undefined);
      const { clock, service, client, refused } = start({ instead, random: () => 0.99 });
      // Some five minutes: a client's waits have grown to the longest.
      for (let quantity = 1; quantity <= 24; quantity += 1) {
        await client.write("post-box", box(1, quantity, quantity));
        await clock.run(12_500);
      }
      expect([client.state(), service.recorded]).toEqual(["running", []]);
      refuses = false;
      await clock.run(30_000 + 1_000 * Number(init.headers.get("retry-after")));
      expect(service.recorded.map(({ body }) => body.quantity)).toEqual(
        Array.from({ length: 24 }, (_, at) => at + 1),
      );
      expect(refused).toEqual([]);
    },
  );

  it("says when to come back wherever the request is to be sent again, also behind a firewall", () => {
    for (const { kind, answer, condition } of made) {
      const again = ["retry", "unknown"].includes(conditions[condition].queue);
      const seconds = gatewayErrors(site)(condition).headers?.["retry-after"];
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
