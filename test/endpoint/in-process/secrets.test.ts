import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it, vi } from "vitest";
import { type RouteId, routeIds } from "#lib/endpoints/ids.ts";
import { LookupFailure, type Row } from "#lib/erp/database.ts";
import { readerOn } from "#lib/erp/view-reader.ts";
import type { InputField } from "#lib/fields.ts";
import { exampleRequest } from "#lib/openapi/examples.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import type { Sent } from "../../support/api.ts";
import { canary, leaked } from "../../support/canaries.ts";
import { addressOf, requestOf, sendRaw, takesBody, wire } from "../../support/client.ts";
import { endpoint } from "../../support/environment.ts";
import { erp } from "../../support/erp.ts";
import { untilTimeIsUp } from "../../support/late.ts";
import { keepOutput } from "../../support/output.ts";
import { boxNo, location, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";

// Everything that the functions could be told to write.
vi.hoisted(() => {
  process.env.LOG_LEVEL = "INFO";
  process.env.WRITE_METRICS = "1";
});

const output = keepOutput();

/** Requests that every state of the ERP and the store is tried with; the ERP knows the goods and the box. */
const item = { box_no: canary(boxNo(3_742)), zongpai: canary(zongpai(3_741)) };
const canaries: Readonly<Record<string, unknown>> = { ...item, location: canary(location(743)) };
const good = Object.fromEntries(
  routeIds.map((id) => {
    const fields = Object.entries(exampleRequest(v1[id], site));
    return [id, Object.fromEntries(fields.map(([name, value]) => [name, canaries[name] ?? value]))];
  }),
) as Record<RouteId, object>;
// By then they are in the box that they were moved into.
good["delete-box"] = {
  ...good["delete-box"],
  box_no: exampleRequest(v1["move-item"], site).to_box_no,
};
/** The goods are taken out last: what is boxed of them may be what an attachment's cap stands on. */
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
const { idempotencyKey } = site.extensions;
const withKey = (id: RouteId) =>
  idempotencyKey && "header" in idempotencyKey
    ? { ...headers, [idempotencyKey.header]: canary(`canary-key-of-${id}`) }
    : headers;

const goodRequest = (id: RouteId): Sent => requestOf(id, good[id], withKey(id));

/** Requests that are spoilt in one thing each, with a canary in it. */
const spoilt = (id: RouteId): Sent[] => {
  const fields = Object.keys(good[id]) as InputField[];
  const each = fields.map((field) =>
    requestOf(id, { ...good[id], [field]: canary(`canary ${field}`) }, headers),
  );
  const further = { ...good[id], [canary("canary_name")]: canary("canary value") };
  const unknown = takesBody(id)
    ? {
        ...addressOf(id),
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify(further),
      }
    : {
        ...addressOf(id),
        headers,
        query: Object.entries(further).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
      };
  const json = { ...headers, "Content-Type": "application/json" };
  const bodies = [
    `{"${wire("zongpai")}": ${canary("canary-no-json")}`,
    `"${canary("canary-text")}"`,
    canary("canary-long").repeat(2_000),
  ];
  return [
    ...each,
    unknown,
    ...bodies.map((body) => ({ ...addressOf(id), headers: json, body })),
    {
      ...addressOf(id),
      headers: { ...headers, "Content-Type": canary("canary/type") },
      body: "{}",
    },
    {
      ...addressOf(id),
      headers: json,
      body: Buffer.from([0xff, ...Buffer.from(canary("canary-bytes"))]),
    },
    { ...addressOf(id), headers, query: [[canary("canary-query"), canary("canary-answer")]] },
    { ...goodRequest(id), path: `${addressOf(id).path}/${canary("canary-path")}` },
    { ...goodRequest(id), method: canary("CANARYMETHOD") },
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
  it("whatever the request, good or spoilt", async () => {
    onErp(
      `UPDATE erp_box SET column_0 = '${canary("canary of a row")}' WHERE box_no = '${item.box_no}'`,
    );
    const statuses = await inTurn(ids.map(goodRequest));
    expect(statuses).toEqual(ids.map((id) => site.success[id]));
    for (const id of ids) await inTurn(spoilt(id));
    expect(leaked(output.text())).toEqual([]);
  });

  it("when the ERP's rows are not what the site says, or its views are gone", async () => {
    onErp(
      `UPDATE erp_box SET quantity = '${canary("canary of a quantity")}'; UPDATE erp_goods SET quantity = '${canary("canary of an order")}'`,
    );
    const fresh = { box_no: canary(boxNo(3_752)), zongpai: canary(zongpai(3_751)) };
    const asking = () =>
      inTurn([
        requestOf("get-box-info", { box_no: fresh.box_no }),
        requestOf("post-box", { ...fresh, quantity: 1 }),
      ]);
    await asking();
    erp.gone();
    await asking();
    erp.well();
    expect(
      output.lines().filter(({ message }) => message === "erpLookupFailed").length,
    ).toBeGreaterThanOrEqual(4);
    expect(leaked(output.text())).toEqual([]);
  });

  it("when the store fails in words that repeat the request", async () => {
    endpoint.faults = (operation) => (operation === "PutItem" ? { kind: "echo" } : undefined);
    onErp("UPDATE erp_box SET quantity = 7");
    await inTurn([goodRequest("get-box-info")]);
    expect(output.lines().at(-1)).toMatchObject({ message: "erpCopyNotKept" });
    endpoint.faults = () => ({ kind: "echo" });
    await inTurn(ids.map((id) => requestOf(id, good[id], headers)));
    const failed = output.lines().filter(({ message }) => message === "requestFailed");
    expect(failed.map(({ route }) => route)).toEqual(
      ids.filter((id) => id !== "get-attachment-categories"),
    );
    for (const line of failed)
      expect(line).toMatchObject({
        error: [expect.stringMatching(/^ValidationException/)],
        at: expect.arrayContaining([expect.stringMatching(/:\d+:\d+/)]),
      });
    expect(leaked(output.text())).toEqual([]);
  });

  it("when the store is gone", async () => {
    endpoint.faults = () => ({ kind: "drop" });
    for (const id of ids) await untilTimeIsUp(() => sendRaw(goodRequest(id)));
    expect(leaked(output.text())).toEqual([]);
  });

  it("when a driver of the ERP repeats the password, the statement or a row in its errors", async () => {
    const password = canary("canary-password");
    const fault = (message: string, extra: object = {}) =>
      Object.assign(
        new Error(`${message}\n    at ${password} (${password}:1:1)`, { cause: password }),
        extra,
      );
    const key = canary("canary-key-of-goods");
    // Before the breaker is made, which takes its clock then.
    vi.useFakeTimers({ toFake: ["Date"] });
    let open = async (): Promise<never> => {
      throw fault(`access denied for user, using ${password}`, {
        code: "28P01",
        detail: password,
        name: `${password} !`,
      });
    };
    const asked = vi.fn<() => Promise<{ columns: string[]; rows: Row[] }>>();
    const database = { quote: '"', parameter: "?", stopsBy: "limit" } as const;
    const session = { ask: () => asked(), usable: () => true, close: () => {} };
    let up = false;
    const reader = readerOn(
      { ...database, open: () => (up ? Promise.resolve(session) : open()) },
      site,
      () => {},
    );
    const ask = () => reader.zongpai(key, { left: () => 1_000 }).catch(() => {});
    output.clear();
    await ask();
    expect(output.lines()).toMatchObject([{ message: "erpLookupFailed", reason: "unreachable" }]);
    for (const kind of [
      "unreachable",
      "late",
      "busy",
      "unreachable",
      "unreachable",
      "unreachable",
    ] as const) {
      open = async () => {
        throw new LookupFailure(kind, `${key} was asked with ${password}`, fault(key));
      };
      await ask();
    }
    vi.setSystemTime(Date.now() + 60_000);
    up = true;
    asked.mockRejectedValueOnce(
      fault(`invalid input: ${key}`, { code: canary("canary code"), where: key }),
    );
    await ask();
    vi.useRealTimers();
    expect(new Set(output.lines().map(({ message }) => message))).toEqual(
      new Set(["erpLookupFailed", "erpGivenUp", "erpBack"]),
    );
    expect(leaked(output.text())).toEqual([]);
  });

  it("which the search would find, on either stream and on the console", () => {
    for (const write of [
      (text: string) => process.stdout.write(text),
      (text: string) => process.stderr.write(text),
      console.log,
      console.error,
    ]) {
      output.clear();
      write(`{"message":"${item.zongpai}"}`);
      expect(leaked(output.text())).toContain(item.zongpai);
    }
  });
});
