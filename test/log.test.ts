import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type LogFields, logCodes, logEvent, nameInvocation } from "#lib/log.ts";
import { keepOutput } from "./support/output.ts";

vi.hoisted(() => {
  process.env.LOG_LEVEL = "INFO";
  process.env.LOG_REFUSALS = "1";
  process.env.SERVICE_NAME = "demo-test";
  // As on Lambda, where the first line of an environment says that it has just started.
  process.env.AWS_LAMBDA_INITIALIZATION_TYPE = "on-demand";
});

const output = keepOutput();
const only = () => {
  const [line = {}, ...others] = output.lines();
  expect(others).toEqual([]);
  return line;
};

const invocation = (awsRequestId: string) =>
  nameInvocation({
    awsRequestId,
    functionName: "post-box",
    invokedFunctionArn: "arn",
    memoryLimitInMB: "512",
  } as Parameters<typeof nameInvocation>[0]);

beforeEach(() => {
  output.clear();
  delete process.env._X_AMZN_TRACE_ID;
});
afterAll(() => vi.restoreAllMocks());

describe("a line of the log", () => {
  it("has its code, its level, its time and its service", () => {
    logEvent("erpBack", {});
    expect(only()).toEqual({
      level: "INFO",
      message: "erpBack",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      service: "demo-test",
    });
  });

  it("of a start has the version of Node, and nothing else in its place", () => {
    logEvent("started", { node: "v24.17.0" });
    expect(only()).toMatchObject({ level: "INFO", message: "started", node: "v24.17.0" });
    output.clear();
    logEvent("started", { node: "v24.17.0 and more" });
    expect(only()).toMatchObject({ node: "(withheld)" });
  });

  it("has the level of its code", () => {
    logEvent("requestFailed", {});
    expect(only()).toMatchObject({ level: logCodes.requestFailed.toUpperCase() });
  });

  it("names its invocation, and marks the first line of an environment", () => {
    invocation("0f8fad5b-d9cb-469f-a165-70867728950e");
    logEvent("erpBack", {});
    expect(only()).toMatchObject({
      function_name: "post-box",
      function_request_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
      cold_start: true,
    });
    output.clear();
    invocation("second");
    logEvent("erpBack", {});
    expect(only()).toMatchObject({ function_request_id: "second" });
    expect(only()).not.toHaveProperty("cold_start");
  });

  it("names the trace, but not what a client put in its place", () => {
    process.env._X_AMZN_TRACE_ID =
      "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1";
    logEvent("erpBack", {});
    expect(only()).toMatchObject({ xray_trace_id: "1-5759e988-bd862e3fe1be46a994272793" });
    output.clear();
    process.env._X_AMZN_TRACE_ID = "Root=secret";
    logEvent("erpBack", {});
    expect(output.text()).not.toContain("secret");
  });

  it("drops every field that is not allowed", () => {
    logEvent("erpBack", {
      body: "secret",
      constructor: "secret",
      message: "secret",
      event: { deep: "secret" },
    } as LogFields);
    logEvent("erpBack", { route: { toString: () => "secret" } } as unknown as LogFields);
    expect(output.text()).not.toContain("secret");
    expect(output.lines().at(-1)).toMatchObject({ route: "(withheld)" });
  });

  it("withholds values that do not fit their field", () => {
    const condition = "PO4-1" as "capExceeded";
    logEvent("refused", { condition, route: "PO4-1 secret", reason: "two\nlines, a secret" });
    const withheld = "(withheld)";
    expect(only()).toMatchObject({ condition: withheld, route: withheld, reason: withheld });
  });

  it("names an error and its causes by code, never by message", () => {
    const cause = Object.assign(new RangeError("secret"), { code: "ECONNREFUSED" });
    logEvent("erpLookupFailed", {
      error: Object.assign(new Error("secret", { cause }), {
        name: "LookupFailure",
        detail: "secret",
      }),
    });
    expect(only()).toMatchObject({ error: ["LookupFailure", "RangeError ECONNREFUSED"] });
    expect(only()).not.toHaveProperty("at");
    expect(output.text()).not.toContain("secret");
  });

  it.each([
    [{ name: "a secret", code: "a secret" }, "Error"],
    ["secret", "string"],
  ])("shows no name or code that could be data, such as %j", (error, name) => {
    logEvent("erpLookupFailed", { error });
    expect(only()).toMatchObject({ error: [name] });
  });

  it("says where a fault was thrown, without the message in its stack", () => {
    const error = new Error(
      "first secret\n    at secret (/secret.ts:1:2)\n    at secret.more (file:///secret.ts:3:4)",
    );
    logEvent("requestFailed", { error });
    const { at } = only() as { at: string[] };
    expect(at[0]).toMatch(/test\/log\.test\.ts:\d+:\d+/);
    expect(output.text()).not.toContain("secret");
  });

  it("ends, however deep a fault was, and also for circular causes", () => {
    const error = new Error("", {});
    error.cause = error;
    error.stack = `Error\n${"    at deep (/var/task/index.js:1:2)\n".repeat(500)}`;
    logEvent("requestFailed", { error });
    expect((only() as { at: string[] }).at).toHaveLength(12);
    expect((only() as { error: string[] }).error).toEqual(["Error", "Error", "Error", "Error"]);
  });
});
