import { expect, it } from "vitest";
import {
  leastRequests,
  mostRefusedRequests,
  mostTurnedAwayPercent,
} from "#infra/watch/alarm-table.ts";
import { gatewayErrorsOf } from "#lib/http/error-handlers.ts";
import { metricNamespace } from "#lib/metrics.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import { routesOf } from "#lib/routes.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import demo from "../../sites/demo.ts";
import { randomFrom } from "../support/random.ts";
import { virtualWorld } from "../support/virtual-world.ts";
import { deploymentWith, functionsOf, ofType, propertiesOfOnly, templateOf } from "./template.ts";

const template = templateOf(demo, "staging", {
  deployment: deploymentWith({ watch: "everything" }),
});
const { AccessLogSetting } = propertiesOfOnly(template, "AWS::ApiGateway::Stage");

const filtersByMetric = new Map(
  ofType(template, "AWS::Logs::MetricFilter").map(([, { Properties }]) => [
    String(Properties.MetricTransformations[0].MetricName),
    Properties,
  ]),
);
const patternOf = (metric: string): string => filtersByMetric.get(metric)?.FilterPattern;

it.each(["TurnedAway", "Accepted"])("counts %s in the access log of its service", (metric) => {
  const format = JSON.parse(AccessLogSetting.Format);
  expect(format).toMatchObject({
    gatewayError: "$context.error.responseType",
    method: "$context.httpMethod",
    resource: "$context.resourcePath",
    status: "$context.status",
  });
  for (const [, { Environment }] of functionsOf(template))
    expect(Environment.Variables.SERVICE_NAME).toBe(format.service);
  const filter = filtersByMetric.get(metric);
  const destination = JSON.stringify(AccessLogSetting.DestinationArn);
  expect(destination).toContain(`{"Ref":"${filter?.LogGroupName.Ref}"}`);
  expect(filter?.MetricTransformations).toEqual([
    {
      ...{ MetricNamespace: metricNamespace, MetricName: metric, MetricValue: "1" },
      Dimensions: [{ Key: "service", Value: "$.service" }],
    },
  ]);
});

it("counts a write as accepted by its method and a status of success", () => {
  const writes = routesOf(demo).filter(({ kind }) => kind === "write");
  const pattern = patternOf("Accepted");
  for (const { method } of writes) expect(pattern).toContain(`$.method = "${method}"`);
  expect(pattern).not.toContain("GET");
  expect(pattern).toMatch(/ && \(?\$\.status = "2\*"\)?/);
});

it("counts each way in which the gateway refuses a request, except at unknown addresses", () => {
  const pattern = patternOf("TurnedAway");
  // The other kinds are faults of a single client, or a 5xx, which another alarm counts.
  const kinds = [
    ...["ACCESS_DENIED", "EXPIRED_TOKEN", "INVALID_API_KEY", "INVALID_SIGNATURE"],
    ...["MISSING_AUTHENTICATION_TOKEN", "QUOTA_EXCEEDED", "RESOURCE_NOT_FOUND", "THROTTLED"],
    ...["UNAUTHORIZED", "WAF_FILTERED"],
  ];
  const [either = "", ...rest] = pattern.split(" && ");
  const terms = either.match(/\$\.gatewayError = "\w+"/g);
  expect(terms?.toSorted()).toEqual(kinds.map((kind) => `$.gatewayError = "${kind}"`));
  expect([either.split(" || ").length, rest]).toEqual([
    kinds.length,
    [expect.stringContaining('$.resource != "*proxy*"')],
  ]);
  // CloudWatch's limit for a pattern.
  expect(pattern.length).toBeLessThanOrEqual(1_024);
  for (const [, { Properties }] of ofType(template, "AWS::ApiGateway::Resource"))
    expect(Properties.PathPart).toMatch(/^\{proxy\+\}$|^(?!.*proxy)/);
});

it("one throttled scanner with one scan raises both alarms within five minutes", async () => {
  const { statusCode: status, body, headers } = gatewayErrorsOf(demo)("throttled");
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
    Math.max(mostRefusedRequests, (mostTurnedAwayPercent / 100) * leastRequests),
  );
});
