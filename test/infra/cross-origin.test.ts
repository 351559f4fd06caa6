import { describe, expect, test } from "vitest";
import type { StackTemplate } from "#infra/stack/template.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "../site/demo-with.ts";
import odd from "../site/odd.ts";
import { methodsOf, ofType, templateOf } from "./template.ts";

const siteWithOrigin: Site = demoWith({ origin: "https://pages.example.org" });

/** The value of a header that every error answer of the gateway carries. */
const valuesOfHeader = (template: StackTemplate, name: string) =>
  new Set(
    ofType(template, "AWS::ApiGateway::GatewayResponse").map(
      ([, { Properties }]) => Properties.ResponseParameters[`gatewayresponse.header.${name}`],
    ),
  );

const ownHeaders = "Idempotency-Replayed, Refusal-Values, ";
describe.each([
  [
    "one other origin",
    siteWithOrigin,
    "staging",
    "https://pages.example.org",
    ownHeaders,
    "Idempotency-Key",
  ],
  ["any origin", odd, "local", "*", "Schon-Gefragt, ", "Scan-Nr"],
] as const)("the stack of a site with pages of %s", (_, site, stage, origin, exposed, key) => {
  const template = templateOf(site, stage);
  const questions = methodsOf(template).filter(({ method }) => method === "OPTIONS");

  test("answers a preflight at every address, without a function and without credentials", () => {
    const others = methodsOf(template).filter(({ method }) => method !== "OPTIONS");
    expect(new Set(questions.map(({ path }) => path))).toEqual(
      new Set(others.map(({ path }) => path)),
    );
    for (const { properties } of questions) {
      expect(properties).toMatchObject({
        AuthorizationType: "NONE",
        Integration: { Type: "MOCK" },
      });
      expect(properties.ApiKeyRequired ?? false).toBe(false);
    }
  });

  test("names the origin, the methods and the headers of the client's requests", () => {
    const parameters =
      questions[0]?.properties.Integration.IntegrationResponses[0].ResponseParameters;
    const allowed = (name: string) =>
      parameters[`method.response.header.Access-Control-${name}`].slice(1, -1) as string;
    expect(allowed("Allow-Origin")).toBe(origin);
    expect(allowed("Allow-Methods").split(",").toSorted()).toEqual(
      expect.arrayContaining(["GET", "POST", "PUT"]),
    );
    expect(allowed("Allow-Headers").split(",")).toEqual([
      ...["Content-Type", "X-Api-Key", "Authorization", key],
    ]);
    expect(Number(allowed("Max-Age"))).toBeGreaterThan(3_600);
  });

  test("lets it read each answer that comes from no function", () => {
    expect(valuesOfHeader(template, "access-control-allow-origin")).toEqual(
      new Set([`'${origin}'`]),
    );
    expect(valuesOfHeader(template, "access-control-expose-headers")).toEqual(
      new Set([`'${exposed}Retry-After, Date'`]),
    );
  });
});

test("the stack of a site without another origin answers no preflight", () => {
  const template = templateOf(demo, "dev");
  expect(methodsOf(template).filter(({ method }) => method === "OPTIONS")).toEqual([]);
  expect(valuesOfHeader(template, "access-control-allow-origin")).toEqual(new Set([undefined]));
});
