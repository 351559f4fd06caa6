import { readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { costLineOf } from "../../../commands/prices.ts";
import { call, hasKeys, key } from "../../support/client.ts";
import { queryBelow, runQuery } from "../../support/insights.ts";
import { keepOutput } from "../../support/output.ts";
import { boxInfo, saveItem } from "../../support/requests.ts";
import { fresh, itemOf } from "../../support/samples.ts";
import { endpoint } from "../../support/worker.ts";

vi.hoisted(() => {
  process.env.LOG_LEVEL = "INFO";
  process.env.LOG_REFUSALS = "1";
});

const output = keepOutput();
const operationsPage = readFileSync("docs/operations.md", "utf8");
const refusals = () => output.lines().filter(({ message }) => message === "refused");

beforeEach(() => output.clear());
afterAll(() => vi.restoreAllMocks());

describe("where refusals are logged", () => {
  it("each has one line with its route and condition, and nothing that was sent", async () => {
    const item = itemOf(fresh());
    await saveItem(item);
    await saveItem(item);
    await saveItem(item, -1);
    await boxInfo("no box at all");
    expect(refusals().map(({ route, condition }) => [route, condition])).toEqual([
      ["post-box", "duplicateBoxItem"],
      ["post-box", "invalidQuantity"],
      ["get-box-info", "invalidBoxNo"],
    ]);
    const names = ["level", "message", "timestamp", "service", "function_request_id"];
    for (const line of refusals())
      expect(Object.keys(line).toSorted()).toEqual([...names, "route", "condition"].toSorted());
    for (const sent of Object.values(item)) expect(output.text()).not.toContain(String(sent));
  });

  it("the query of docs/operations.md finds why and when, and counts", async () => {
    const item = itemOf(fresh());
    for (let times = 0; times < 3; times += 1) await saveItem(item);
    await saveItem(item, -1);
    const found = runQuery(queryBelow(operationsPage, "Why a scan was refused"), output.text());
    const [duplicate, , wrong] = refusals();
    expect(found).toEqual(
      [duplicate, duplicate, wrong].map((line) => ({
        ...{ timestamp: expect.any(String), route: "post-box", condition: line?.condition },
        function_request_id: line?.function_request_id ?? expect.any(String),
      })),
    );
    expect(runQuery(queryBelow(operationsPage, "Refusals of a day"), output.text())).toEqual([
      { route: "post-box", condition: "duplicateBoxItem", times: 2 },
      { route: "post-box", condition: "invalidQuantity", times: 1 },
    ]);
  });

  it.runIf(hasKeys)("a refusal that is sent again has no second line", async () => {
    const [item, once] = [itemOf(fresh()), key()];
    await saveItem(item);
    for (let times = 0; times < 3; times += 1) await saveItem(item, 3, once);
    expect(refusals()).toHaveLength(1);
  });

  it("a fault of the service and an ERP that is down are no refusals", async () => {
    endpoint.faults = () => ({ kind: "echo" });
    await call("get-box-info", { box_no: itemOf(fresh()).box_no });
    endpoint.faults = () => undefined;
    expect(refusals()).toEqual([]);
  });

  it("a million lines cost what docs/cost.md says", async () => {
    await saveItem(itemOf(fresh()), -1);
    // On Lambda the names are longer, and a line has the id of its trace.
    const deployed = {
      ...refusals()[0],
      ...{ service: "warehouse-north-staging", condition: "staleExpectedQuantity" },
      function_name: "Warehouse-warehouse-north-staging-Writes0123ABCD-0123456789ab",
      function_request_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
      xray_trace_id: "1-5759e988-bd862e3fe1be46a994272793",
    };
    const bytes = JSON.stringify(deployed).length + 1;
    const { usd } = costLineOf("", 1e6 * bytes, "logsIngested");
    expect(bytes).toBeLessThan(420);
    expect(readFileSync("docs/cost.md", "utf8")).toContain(
      `at most ${usd.toFixed(1)}0 USD for a million refusals`,
    );
  });
});
