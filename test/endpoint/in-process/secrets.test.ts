import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it, vi } from "vitest";
import { erpReaderOf } from "#lib/erp/view-reader.ts";
import { usesTable } from "#lib/http/route.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import type { Sent } from "../../support/api.ts";
import { canary, leaked } from "../../support/canaries.ts";
import { addressOf, keyHeader, requestOf, sendRaw, serves, wire } from "../../support/client.ts";
import { erp } from "../../support/erp.ts";
import { untilTimeIsUp } from "../../support/late.ts";
import { keepOutput } from "../../support/output.ts";
import { goodRequest, type Values, without } from "../../support/requests.ts";
import { boxNo, location, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";
import { patient } from "../../support/waits.ts";
import { endpoint } from "../../support/worker.ts";

// Captures everything that the functions can write.
vi.hoisted(() => {
  process.env.LOG_LEVEL = "INFO";
  process.env.WRITE_METRICS = "1";
  process.env.LOG_REFUSALS = "1";
});

const output = keepOutput();

const item = { box_no: canary(boxNo(3_742)), zongpai: canary(zongpai(3_741)) };
const canaries: Values = { ...item, location: canary(location(743)) };
const good = (id: RouteId): Values => {
  const fields = Object.entries(goodRequest(id));
  const request = Object.fromEntries(
    fields.map(([name, value]) => [name, canaries[name] ?? value]),
  );
  if (id !== "delete-box" || !serves("move-item")) return request;
  // The goods are in the other box, to which an earlier request moved them.
  return { ...request, box_no: goodRequest("move-item").to_box_no };
};
/** The goods are taken out last, because an attachment's cap may depend on the boxed quantity. */
const ids = routesOf(site)
  .map(({ id }) => id)
  .toSorted((one, other) => Number(one === "delete-box") - Number(other === "delete-box"));

const headers = {
  Authorization: `Bearer ${canary("canary-authorization")}`,
  "x-api-key": canary("canary-api-key"),
  Cookie: `session=${canary("canary-cookie")}`,
  "User-Agent": canary("canary-agent"),
  "X-Forwarded-For": canary("203.0.113.77"),
  "X-Amzn-Trace-Id": `Root=${canary("canary-trace")}`,
};
const json = { ...headers, "Content-Type": "application/json" };
const validRequest = (id: RouteId): Sent =>
  requestOf(id, good(id), { ...headers, ...keyHeader(canary(`canary-key-of-${id}`)) });

/** Requests with a fault each, which has a canary in it. */
const spoilt = (id: RouteId): Sent[] => {
  const [request, address] = [validRequest(id), addressOf(id)];
  return [
    ...Object.keys(good(id)).map((field) =>
      requestOf(id, { ...good(id), [field]: canary(`canary ${field}`) }, headers),
    ),
    ...[
      `{"${wire("zongpai")}": ${canary("canary-no-json")}`,
      JSON.stringify({ ...good(id), [canary("canary_name")]: canary("canary value") }),
      canary("canary-long").repeat(2_000),
      Buffer.from([0xff, ...Buffer.from(canary("canary-bytes"))]),
    ].map((body) => ({ ...address, headers: json, body })),
    { ...address, headers: { ...headers, "Content-Type": canary("canary/type") }, body: "{}" },
    { ...address, headers, query: [[canary("canary-query"), canary("canary-answer")]] },
    { ...request, path: `${address.path}/${canary("canary-path")}` },
    { ...request, method: canary("CANARYMETHOD") },
  ];
};

const inTurn = async (requests: readonly Sent[]) => {
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await sendRaw(request)).status);
  return statuses;
};

const onErp = (sql: string) => {
  const database = new DatabaseSync(process.env.ERP_SQLITE ?? "", { timeout: 5_000 });
  database.exec(sql);
  database.close();
};

afterAll(() => vi.restoreAllMocks());

describe("no line of the log holds what was sent, or what the ERP holds", () => {
  it("whether the request is valid or not", async () => {
    if (site.erp.boxes.columns.length > 0)
      onErp(
        `UPDATE erp_box SET column_0 = '${canary("canary of a row")}' WHERE box_no = '${item.box_no}'`,
      );
    expect(await inTurn(ids.map(validRequest))).toEqual(ids.map((id) => site.success[id]));
    for (const id of ids) await inTurn(spoilt(id));
    expect(leaked(output.text())).toEqual([]);
  });

  it("when an ERP row does not fit the profile, except its row and column", async () => {
    onErp(
      `UPDATE erp_box SET quantity = '${canary("canary of a quantity")}'; UPDATE erp_goods SET quantity = '${canary("canary of an order")}'`,
    );
    const asking = (asked: { readonly box_no: string; readonly zongpai: string }) =>
      inTurn([
        requestOf("get-box-info", { box_no: asked.box_no }),
        requestOf("post-box", { ...asked, quantity: 1 }),
      ]);
    const shown = { box_no: boxNo(3_754), zongpai: zongpai(3_753) };
    output.clear();
    await asking(shown);
    const { boxes, zongpais } = site.erp;
    const reasons = output
      .lines()
      .map(({ message, reason }) => message === "erpRowInvalid" && reason);
    expect(reasons).toContain(`${boxes.relation}.${boxes.quantity} of ${shown.box_no}`);
    expect(reasons).toContain(`${zongpais.relation}.${zongpais.quantity} of ${shown.zongpai}`);
    erp.gone();
    await asking({ box_no: canary(boxNo(3_752)), zongpai: canary(zongpai(3_751)) });
    erp.well();
    const gone = output.lines().filter(({ message }) => message === "erpLookupFailed");
    expect(gone.length).toBeGreaterThanOrEqual(2);
    expect(leaked(output.text())).toEqual([]);
  });

  it("when the store fails in words that repeat the request", async () => {
    endpoint.faults = (operation) => (operation === "PutItem" ? { kind: "echo" } : undefined);
    onErp("UPDATE erp_box SET quantity = 7; UPDATE erp_goods SET quantity = 7");
    await inTurn([validRequest("get-box-info")]);
    expect(output.lines().at(-1)).toMatchObject({ message: "erpCopyNotKept" });
    endpoint.faults = () => ({ kind: "echo" });
    // The list of boxes reads the table only for the boxes of a page: without a day, those with a place.
    await inTurn(ids.map((id) => requestOf(id, without(good(id), "day"), headers)));
    const failed = output.lines().filter(({ message }) => message === "requestFailed");
    expect(failed.map(({ route }) => route)).toEqual(ids.filter((id) => usesTable(v1[id].access)));
    for (const line of failed)
      expect(line).toMatchObject({
        error: [expect.stringMatching(/^ValidationException/)],
        at: expect.arrayContaining([expect.stringMatching(/:\d+:\d+/)]),
      });
    expect(leaked(output.text())).toEqual([]);
  });

  it("when the store is gone", async () => {
    endpoint.faults = () => ({ kind: "drop" });
    for (const id of ids) await untilTimeIsUp(() => sendRaw(validRequest(id)));
    expect(leaked(output.text())).toEqual([]);
  });

  it("when a driver's errors repeat the password, the statement or a row", async () => {
    const password = canary("canary-password");
    const key = canary("canary-key-of-goods");
    const fault = (message: string, extra: object = {}) =>
      Object.assign(
        new Error(`${message}\n    at ${password} (x:1:1)`, { cause: password }),
        extra,
      );
    // Set before the breaker exists, because it takes its clock when it is made.
    vi.useFakeTimers({ toFake: ["Date"] });
    const denied = { code: "28P01", detail: password, name: `${password} !` };
    const repeated = { code: canary("canary code"), where: key };
    let failing: Error | undefined = fault(`access denied for user, using ${password}`, denied);
    const ask = () => Promise.reject(fault(`invalid input: ${key}`, repeated));
    const open = async () => {
      if (failing) throw failing;
      return { ask, isUsable: () => true, close: () => {} };
    };
    const database = {
      quote: '"',
      parameter: "?",
      limitKeyword: "limit",
      exact: String,
      dayParameter: String,
      open,
    } as const;
    const reader = erpReaderOf(database, site, () => {}, { lookupLimitMs: patient.lookup });
    const lookUp = () => reader.zongpai(key, { left: () => 1_000 }).catch(() => {});
    output.clear();
    for (let times = 0; times < 6; times += 1) await lookUp();
    failing = undefined;
    vi.setSystemTime(Date.now() + 60_000);
    await lookUp();
    vi.useRealTimers();
    const said = new Set(output.lines().map(({ message }) => message));
    expect([...said]).toEqual(["erpLookupFailed", "erpGivenUp", "erpBack"]);
    expect(leaked(output.text())).toEqual([]);
  });
});
