import { ResponseType } from "aws-cdk-lib/aws-apigateway";
import { describe, expect, it } from "vitest";
import { leastTraffic, mostInVain, mostTurnedAway } from "#infra/watch/alarm-table.ts";
import { gatewayErrors } from "#lib/http/error-handlers.ts";
import { metricNamespace } from "#lib/metrics.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import demo from "../../sites/demo.ts";
import { virtualWorld } from "../client/virtual-world.ts";
import odd from "../site/odd.ts";
import { randomFrom } from "../support/random.ts";
import { functionsOf, ofType, only, templateOf } from "./template.ts";

/** The others are one client's own fault, or a 5xx, which another alarm counts. */
const counted = [
  ...["ACCESS_DENIED", "EXPIRED_TOKEN", "INVALID_API_KEY", "INVALID_SIGNATURE"],
  ...["MISSING_AUTHENTICATION_TOKEN", "QUOTA_EXCEEDED", "RESOURCE_NOT_FOUND", "THROTTLED"],
  ...["UNAUTHORIZED", "WAF_FILTERED"],
];

type Line = Readonly<Record<string, string>>;

/** Whether a filter of CloudWatch Logs matches a line: comparisons of texts, in which `*` is any text, joined by && or ||, in brackets. */
const matches = (pattern: string, line: Line): boolean => {
  const compared = pattern
    .replace(/^\{(.*)\}$/s, "($1)")
    .replace(/\$\.(\w+) (!?=) "([^"()]*)"/g, (_, field, operator, value) => {
      const text = new RegExp(`^${value.replaceAll("*", ".*")}$`, "s");
      return String(text.test(line[field] ?? "") === (operator === "="));
    });
  const joined = compared.replace(/\(([^()]*)\)/, (_, parts: string) => {
    const terms = parts.split(/&&|\|\|/).map((part) => part.trim() === "true");
    return String(parts.includes("&&") ? terms.every(Boolean) : terms.some(Boolean));
  });
  return joined === pattern ? pattern === "true" : matches(joined, line);
};

describe.each([
  ["demo", demo, "staging"],
  ["odd", odd, "local"],
] as const)("what the gateway of %s turned away", (_, site, stage) => {
  const template = templateOf(site, stage);
  const { FilterPattern: pattern, ...filter } = only(template, "AWS::Logs::MetricFilter");
  const { AccessLogSetting } = only(template, "AWS::ApiGateway::Stage");
  const format: Line = JSON.parse(AccessLogSetting.Format);
  /** Whether a line of the access log is counted, for an answer of this kind. */
  const isCounted = (gatewayError: string, resource = "/box") =>
    matches(pattern, { ...format, gatewayError, resource, status: "403" });

  it("is counted in its access log, under the name by which its functions count", () => {
    const log = filter.LogGroupName.Ref;
    expect(JSON.stringify(AccessLogSetting.DestinationArn)).toContain(`{"Ref":"${log}"}`);
    expect(filter.MetricTransformations).toEqual([
      {
        ...{ MetricNamespace: metricNamespace, MetricName: "TurnedAway", MetricValue: "1" },
        Dimensions: [{ Key: "service", Value: "$.service" }],
      },
    ]);
    for (const [, { Environment }] of functionsOf(template))
      expect(Environment.Variables.SERVICE_NAME).toBe(format.service);
    expect([format.gatewayError, format.resource]).toEqual([
      "$context.error.responseType",
      "$context.resourcePath",
    ]);
    // CloudWatch takes no longer one.
    expect(pattern.length).toBeLessThanOrEqual(1_024);
  });

  it("is each kind of answer to callers without access, to too many requests and from a firewall; no other, and none of a function", () => {
    const kinds = Object.values(ResponseType).flatMap((kind) =>
      kind instanceof ResponseType ? [kind.responseType] : [],
    );
    expect([...kinds, "-"].filter((kind) => isCounted(kind)).toSorted()).toEqual(counted);
  });

  it("is nothing that was asked of an address that no route has", () => {
    for (const path of ["/{proxy+}", "/box/{proxy+}"])
      expect(isCounted("INVALID_API_KEY", path)).toBe(false);
    // A firewall may stop a request before the gateway looks for its address.
    for (const path of ["-", "/trace/location"]) expect(isCounted("WAF_FILTERED", path)).toBe(true);
    const parts = ofType(template, "AWS::ApiGateway::Resource").flatMap(([, { Properties }]) =>
      Properties.PathPart.includes("proxy") ? [Properties.PathPart] : [],
    );
    expect(new Set(parts)).toEqual(new Set(["{proxy+}"]));
  });
});

it("one scanner with one scan that waits is throttled often enough in any five minutes of an hour to raise both alarms", async () => {
  const { statusCode: status, body, headers } = gatewayErrors(demo)("throttled");
  const requests = Array.from({ length: 12 }, () => 0);
  const clock = virtualWorld(async () => {
    const at = Math.floor((clock.now() - begun) / 300_000);
    requests[at] = (requests[at] ?? 0) + 1;
    return new Response(body, { status, headers: headers as Record<string, string> });
  }, randomFrom(1));
  const begun = clock.now();
  const client = createClient({
    ...{ baseUrl: "", settings: clientSettings(demo) },
    ...{ storage: memoryStorage(), world: clock.world },
  });
  await client.write("post-box", { box_no: "BX4", zongpai: "PO4-1", quantity: 1 });
  await clock.run(3_599_999);
  client.close();
  expect(requests).toHaveLength(12);
  expect(Math.min(...requests)).toBeGreaterThan(
    Math.max(mostInVain, (mostTurnedAway / 100) * leastTraffic),
  );
});
