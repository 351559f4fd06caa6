import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { RouteId } from "#lib/endpoints/ids.ts";
import type { Condition } from "#lib/errors.ts";
import type { InputField } from "#lib/fields.ts";
import { groupOf } from "#lib/http/route.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import {
  type Answer,
  addressOf,
  done,
  expectError,
  expectErrorBody,
  hasKeys,
  keyHeader,
  refused,
  requestOf,
  sendRaw,
  takesBody,
  wire,
} from "../support/client.ts";
import { category, goodRequest, type Values, without } from "../support/requests.ts";
import { boxNo } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { endpoint } from "../support/worker.ts";

const { least, most, decimals } = site.formats.quantity;
const { bodyBytes } = site.limits;
const { accepts } = site;

/** Over HTTP a URL cannot carry every text. */
const overHttp = process.env.TEST_TRANSPORT === "http";

const routes = routesOf(site).map(({ id }) => id);
const withBody = routes.filter(takesBody);
const withQuery = routes.filter((id) => !takesBody(id));
const fieldsOf = (id: RouteId) => Object.keys(goodRequest(id)) as InputField[];

const nastyTexts = [
  ...["", " ", "\u0000", "a\u0000b", "\ud800", "\u202eabc", "a\nb", "x".repeat(10_000)],
  // Invisible characters, digits and letters of other scripts, characters that are composed or half of one.
  ...["A\u200b1", "A\ufeff1", "A\udfffB", "\u{1f4e6}", "e\u0301", "\uff11\uff12", "\u04101"],
  // What others run or read as theirs, and the keys of this store.
  ...["' OR 1=1 --", "<script>", "A1\r\nX-Injected: 1", "$(id)", ":value", "k#x", "~off"],
];
const notText: readonly unknown[] = [null, 0, true, [], {}, ["x"], { S: "A1" }];

/** Raw JSON texts where a quantity belongs, none of them a quantity of either site. */
const notQuantities = [
  ...["0", "-1", "-0", "1e400", "9007199254740993", "1.0000000000000000001", "1e-7", "1e21"],
  ...["1.123456", '"3"', "null", "true", "[1]", "{}"],
  ...[String(most + 1), String(least / 10), ...(decimals === 0 ? ["1.5"] : [])],
];

const byField: Partial<Record<string, Condition>> = {
  box_no: "invalidBoxNo",
  to_box_no: "invalidBoxNo",
  zongpai: "invalidZongpai",
  quantity: "invalidQuantity",
};

/** A correction may be of a category that the site gave up: what is stored says so. */
const looksItUp = (id: RouteId, field: string) =>
  field === "category" && (id === "patch-attachment-box" || id === "delete-attachment-box");

/** Text that could be a category's code is refused as one that the site does not have. */
const couldBeCategory = (value: unknown) =>
  typeof value === "string" && /^[^\p{Cc}\p{Cf}\p{Cs}]{1,100}$/u.test(value);

const conditionOf = (field: string, value?: unknown): Condition =>
  field === "category" && couldBeCategory(value)
    ? "categoryNotKnown"
    : (byField[field] ?? "invalidField");

const json = { "Content-Type": "application/json" };
const post = (id: RouteId, body: string | Buffer, headers: Record<string, string> = json) =>
  sendRaw({ ...addressOf(id), body, headers });
const textOf = (id: RouteId) => String(requestOf(id, goodRequest(id)).body);
const expectRefused = (answer: Answer, condition: Condition, id: RouteId) =>
  expectError(answer, condition, groupOf(v1[id]));

/** A good body with one field's JSON text replaced. */
const bodyWith = (id: RouteId, field: InputField, text: string) => {
  const rest = String(requestOf(id, without(goodRequest(id), field)).body).slice(0, -1);
  return `${rest}${rest === "{" ? "" : ","}${JSON.stringify(wire(field))}:${text}}`;
};

beforeEach(() => endpoint.seen.clear());

/** An invalid request costs no round trip, so it cannot have written anything. */
const nothingAsked = () => expect([...endpoint.seen]).toEqual([]);

describe.each(withBody)("§7.2 %s refuses", (id) => {
  it("a body that is not one JSON object, or gives a field two values", async () => {
    const bodies = ["{", '{"a":}', "", " ", "null", "[]", '"text"', "3", "{} {}", "\ufeff{}"];
    for (const body of [
      ...bodies,
      '{"a":1,"a":2}',
      "[".repeat(Math.min(5_000, bodyBytes)),
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    ])
      expectRefused(await post(id, body), "malformedJson", id);
    expectRefused(await sendRaw({ ...addressOf(id), headers: json }), "malformedJson", id);
    nothingAsked();
  });

  it("another content type", async () => {
    for (const type of ["text/plain", "application/jsonx", "application/json; charset=utf-16"]) {
      const answer = await post(id, textOf(id), { "Content-Type": type });
      expectRefused(answer, "unsupportedMediaType", id);
    }
    nothingAsked();
  });

  it("a field that is missing, and one that nobody knows, by name", async () => {
    for (const field of fieldsOf(id)) {
      const { body } = await refused(conditionOf(field), id, without(goodRequest(id), field));
      expect(body.message).toContain(wire(field));
    }
    const text = textOf(id).slice(0, -1);
    for (const name of ["colour", "__proto__", "constructor", wire("quantity").toUpperCase()]) {
      const answer = await post(id, `${text},${JSON.stringify(name)}:{"a":1}}`);
      expectRefused(answer, "invalidField", id);
      expect(answer.body.message).toContain(name);
    }
    nothingAsked();
  });
});

describe("§7.2 a body", () => {
  it("with a field that the parser takes in no object is still an object: the field is named", async () => {
    const answer = await post("post-box", '{"constructor":{"prototype":{}}}');
    expectError(answer, "invalidField");
    expect(answer.body.message).toContain("constructor");
  });

  it("is JSON with parameters and in any case", async () => {
    const id = "post-trace-location";
    for (const type of ["Application/JSON", 'application/json;charset="UTF-8"'])
      expect((await post(id, textOf(id), { "content-type": type })).status).toBe(site.success[id]);
  });
});

describe("§7.2 INVALID_BOX_NO, INVALID_QUANTITY, §7.3 InvalidZongpaiError: a field that is not what it must be", () => {
  const cases = (ids: readonly RouteId[]) =>
    ids.flatMap((id) => fieldsOf(id).map((field) => ({ id, field })));

  /** Whether a field that has no format of the site takes the value. */
  const isGood = (id: RouteId, field: string, value: unknown) =>
    !/zongpai|box_no|location|quantity|category|entries/.test(field) &&
    v1[id].input(site).safeParse({ ...goodRequest(id), [field]: value }).success;

  it.each(cases(withBody))("$id refuses $field", async ({ id, field }) => {
    const texts = [...nastyTexts, ...notText].map((value) => JSON.stringify(value));
    for (const text of field === "quantity" ? notQuantities : texts) {
      if ((field === "entries" && text === "[]") || isGood(id, field, JSON.parse(text))) continue;
      const body = bodyWith(id, field, text);
      const answer = await post(id, body);
      const tooLarge = Buffer.byteLength(body) > bodyBytes;
      const condition =
        field === "quantity" ? "invalidQuantity" : conditionOf(field, JSON.parse(text));
      expectRefused(answer, tooLarge ? "bodyTooLarge" : condition, id);
      if (!tooLarge && condition !== "categoryNotKnown")
        expect(answer.body.message).toContain(wire(field));
    }
    if (!looksItUp(id, field)) nothingAsked();
  });

  it.each(cases(withQuery))("$id refuses $field in the query", async ({ id, field }) => {
    const good = goodRequest(id);
    const others = without(good, field);
    for (const text of nastyTexts) {
      const answer = await sendRaw(requestOf(id, { ...others, [field]: text }));
      expectRefused(answer, conditionOf(field, overHttp ? text.toWellFormed() : text), id);
    }
    const { query = [], ...sent } = requestOf(id, good);
    expectErrorBody(await sendRaw({ ...sent, query: [...query, ...query] }));
    // The overview without a filter shows the whole warehouse; every other field is required.
    if (id !== "location-overview") await refused(conditionOf(field), id, others);
    if (!looksItUp(id, field)) nothingAsked();
  });

  it("a query parameter that nobody reads", async () => {
    for (const id of routes) {
      const { query = [], ...request } = requestOf(id, goodRequest(id));
      const answer = await sendRaw({ ...request, query: [...query, ["colour", "red"]] });
      expectRefused(answer, "invalidField", id);
      expect(answer.body.message).toContain("colour");
    }
    nothingAsked();
  });

  it("several at once: the code is the first field's, the message names them all", async () => {
    const wrong = { quantity: -1, zongpai: "?", box_no: "?" };
    const { body } = await refused("invalidBoxNo", "post-box", wrong);
    for (const field of ["box_no", "zongpai", "quantity"] as const)
      expect(body.message).toContain(wire(field));
    await refused("invalidZongpai", "post-box", { ...wrong, box_no: boxNo(1) });
    nothingAsked();
  });

  it.runIf(site.extensions.scannedAt)(
    "an instant before 1970, by that; in small letters it is one, as RFC 3339 has it",
    async () => {
      const request = goodRequest("post-trace-location");
      const early = { ...request, scanned_at: "1969-12-31T23:59:59Z" };
      const { body } = await refused("invalidField", "post-trace-location", early);
      expect(body.message).toContain(accepts.scannedAtEarly);
      nothingAsked();
      await done("post-trace-location", { ...request, scanned_at: "2026-01-01t00:00:00z" });
    },
  );

  it("does not repeat at length, or with control characters, what a client made up", async () => {
    const names = Array.from({ length: 50 }, (_, at) => `field\u0007\u202e${at}${"x".repeat(40)}`);
    const fields = Object.fromEntries(names.map((name) => [name, 1]));
    const answer = await post("post-box", JSON.stringify(fields));
    expectErrorBody(answer);
    expect(String(answer.body.message).length).toBeLessThan(1_500);
    expect(answer.body.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

/** The same request with one more field, in a place that it may not belong to. */
const withField = (id: RouteId, values: Values, place: "query" | "body", field: InputField) => {
  const [sent, name, value] = [requestOf(id, values), wire(field), goodRequest(id)[field]];
  if (place === "query") {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return sendRaw({ ...sent, query: [...(sent.query ?? []), [name, text]] });
  }
  const body = JSON.stringify({ ...JSON.parse(String(sent.body ?? "{}")), [name]: value });
  return sendRaw({ ...sent, headers: json, body });
};

// `fetch` sends no body with GET.
const movable = routesOf(site).filter(({ method }) => !overHttp || method !== "GET");

describe.each(movable)("§2 a refusal of $id", ({ id, queryFields = [] }) => {
  it("names a field that is in the wrong place, or in both", async () => {
    for (const field of fieldsOf(id)) {
      const isInQuery = !takesBody(id) || queryFields.some((one) => one === field);
      const [elsewhere, belongs] = isInQuery
        ? (["body", accepts.inQuery] as const)
        : (["query", accepts.inBody] as const);
      for (const [values, sentence] of [
        [without(goodRequest(id), field), belongs],
        [goodRequest(id), accepts.once],
      ] as const) {
        const answer = await withField(id, values, elsewhere, field);
        expect(answer.body.message).toContain(`${wire(field)} ${sentence}`);
      }
    }
  });
});

it.each([
  ["what is no entry", "x", "[0]", accepts.entry],
  ["what nobody knows", { [wire("category")]: category, colour: 1 }, "[0].colour", accepts.unknown],
  ["what is missing", {}, `[0].${wire("category")}`, accepts.missing],
])("§4 a refusal of a configuration names %s", async (_, entry, at, sentence) => {
  const body = bodyWith("put-attachment-config", "entries", JSON.stringify([entry]));
  const answer = await post("put-attachment-config", body);
  expect(answer.body.message).toContain(`${wire("entries")}${at} ${sentence}`);
});

it("§8 a body may be as large as the limit, and not one byte larger, nor ten megabytes", async () => {
  const id = "post-trace-location";
  const text = textOf(id);
  const sized = (bytes: number) => post(id, text + " ".repeat(bytes - Buffer.byteLength(text)));
  expect((await sized(bodyBytes)).status).toBe(site.success[id]);
  endpoint.seen.clear();
  for (const bytes of [bodyBytes + 1, 10_000_000]) {
    const answer = await sized(bytes);
    expectError(answer, "bodyTooLarge");
    expect(answer.body.message).toContain(String(bodyBytes));
  }
  nothingAsked();
});

it("§4 an address that the service does not have is answered as unknown, a wrong method with the right one", async () => {
  const { path: box } = addressOf("post-box");
  for (const path of ["/", `${box}/`, "/box/info/1", "/%00"])
    expectError(await sendRaw({ method: "GET", path }), "unknownRoute", "gateway");
  const { path } = addressOf("get-box-info");
  const answer = await sendRaw({ method: "DELETE", path });
  expectError(answer, "methodNotAllowed", "gateway");
  expect(answer.headers.get("allow")).toBe("GET");
});

if (hasKeys)
  it("exactly once: a key that is no key is refused before anything is asked", async () => {
    for (const key of ["short", randomUUID().repeat(2), "0123456789abcdef!", "ключ-0123456789"]) {
      const headers = keyHeader(Buffer.from(key).toString("latin1"));
      await refused("invalidField", "post-box", goodRequest("post-box"), headers);
    }
    nothingAsked();
  });
