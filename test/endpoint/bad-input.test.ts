import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Condition } from "#lib/errors.ts";
import type { InputField } from "#lib/fields.ts";
import { errorGroupOf, type Route } from "#lib/http/route.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import type { Sent } from "../support/api.ts";
import {
  addressOf,
  done,
  expectError,
  expectErrorBody,
  hasKeys,
  keyHeader,
  requestOf,
  requiredKey,
  requiresKeys,
  send,
  sendRaw,
  takesBody,
  wire,
} from "../support/client.ts";
import { category, goodRequest, type Values, without } from "../support/requests.ts";
import { boxNo } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { endpoint } from "../support/worker.ts";

const { accepts, formats } = site;
const { least, most, decimals } = formats.quantity;
const { bodyBytes } = site.limits;

/** A URL cannot carry every text, and `fetch` sends no body with GET. */
const overHttp = process.env.TEST_TRANSPORT === "http";

const notOneObject = [
  ...["{", '{"a":}', "", " ", "null", "[]", '"text"', "3", "{} {}", "\ufeff{}", '{"a":1,"a":2}'],
  "[".repeat(Math.min(5_000, bodyBytes)),
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
];
const nastyTexts = [
  ...["", " ", "\u0000", "a\u0000b", "\ud800", "\u202eabc", "a\nb", "x".repeat(10_000)],
  // Invisible characters, digits and letters of other scripts, composed characters, and half a surrogate pair.
  ...["A\u200b1", "A\ufeff1", "A\udfffB", "\u{1f4e6}", "e\u0301", "\uff11\uff12", "\u04101"],
  // Texts that other programs would execute or interpret, and keys of this store.
  ...["' OR 1=1 --", "<script>", "A1\r\nX-Injected: 1", "$(id)", ":value", "k#x", "~off"],
];
const notText: readonly unknown[] = [null, 0, true, [], {}, ["x"], { S: "A1" }];
/** Raw JSON, none of it a quantity of either site. */
const notQuantities = [
  ...["0", "-1", "-0", "1e400", "9007199254740993", "1.0000000000000000001", "1e-7", "1e21"],
  ...["1.123456", '"3"', "null", "true", "[1]", "{}"],
  ...[String(most + 1), String(least / 10), ...(decimals === 0 ? ["1.5"] : [])],
];

const ofBox = ["invalidBoxNo", formats.boxNo.accepts] as const;
const byField: Partial<Record<string, readonly [Condition, accepts: string]>> = {
  ...{ box_no: ofBox, to_box_no: ofBox },
  zongpai: ["invalidZongpai", formats.zongpai.accepts],
  quantity: ["invalidQuantity", formats.quantity.accepts],
};
/** Text that could be a category's code is refused as one that the site does not have. */
const conditionOf = (field: string, value?: unknown): Condition =>
  field === "category" && typeof value === "string" && /^[^\p{Cc}\p{Cf}\p{Cs}]{1,100}$/u.test(value)
    ? "categoryNotKnown"
    : (byField[field]?.[0] ?? "invalidField");

type Case = readonly [sent: Sent, condition: Condition, says?: string];
/** Expects these messages, and no round trip to the table, so that nothing can have been written. */
const refuses = async (id: RouteId, cases: readonly Case[]) => {
  const { corrects, module }: Route = v1[id];
  for (const [sent, condition, says = ""] of cases) {
    endpoint.seen.clear();
    const answer = await send(id, sent);
    expectError(answer, condition, errorGroupOf({ module }));
    expect(answer.body.message).toContain(says);
    // A correction may name a category that the site has dropped, so the service must read the store first. A key keeps this refusal.
    const usesStore = condition === "categoryNotKnown" && (corrects || requiresKeys);
    if (!usesStore) expect([...endpoint.seen]).toEqual([]);
  }
};

const posted = (id: RouteId, body: string | Buffer, type = "application/json"): Sent => ({
  ...addressOf(id),
  headers: { "Content-Type": type, ...requiredKey(id) },
  body,
});

describe.each(routesOf(site))("§7.2, §7.3 $id refuses", ({ id, method, queryFields = [] }) => {
  const good = goodRequest(id);
  const inBody = takesBody(id);
  /** A request with one more field in this place, which may be the wrong one. In a body its value is raw JSON. */
  const withIn = (place: "query" | "body", values: Values, name: string, value: string): Sent => {
    const { query = [], ...sent } = requestOf(id, values);
    if (place === "query") return { ...sent, query: [...query, [name, value]] };
    const others = String(sent.body ?? "{}").slice(0, -1);
    const body = `${others}${others === "{" ? "" : ","}${JSON.stringify(name)}:${value}}`;
    return { ...posted(id, body), query };
  };

  if (inBody)
    it("a body that is not one JSON object, a repeated field, another content type", () => {
      const { body: _, ...none } = posted(id, "");
      const text = String(requestOf(id, good).body);
      return refuses(id, [
        ...[none, ...notOneObject.map((body) => posted(id, body))].map(
          (sent): Case => [sent, "malformedJson"],
        ),
        ...["text/plain", "application/jsonx", "application/json; charset=utf-16"].map(
          (type): Case => [posted(id, text, type), "unsupportedMediaType"],
        ),
      ]);
    });

  it("an unknown field, by name", () => {
    const names = ["colour", "__proto__", "constructor", wire("quantity").toUpperCase()];
    return refuses(id, [
      [withIn("query", good, "colour", "red"), "invalidField", "colour"],
      ...(inBody ? names : []).map(
        (name): Case => [withIn("body", good, name, '{"a":1}'), "invalidField", name],
      ),
    ]);
  });

  describe.each(Object.keys(good) as InputField[])("%s", (field) => {
    const [name, rest] = [wire(field), without(good, field)];

    it("that is missing, or in the wrong place, or in both", () => {
      const isInQuery = !inBody || queryFields.some((known) => known === field);
      const elsewhere = isInQuery ? "body" : "query";
      const json = JSON.stringify(good[field]);
      const [belongs, once] = [isInQuery ? accepts.inQuery : accepts.inBody, accepts.once];
      const cases: (readonly [Sent, string])[] = [[withIn("query", good, name, json), once]];
      // Without a filter, these lists show the whole warehouse; every other field is required.
      if (id !== "location-overview" && id !== "get-boxes") {
        const missing = field === "location" ? accepts.locationOrOffShelf : accepts.missing;
        cases.push([requestOf(id, rest), missing]);
      }
      if (elsewhere === "query" || !overHttp || method !== "GET")
        cases.push(
          [withIn(elsewhere, rest, name, json), belongs],
          [withIn(elsewhere, good, name, json), once],
        );
      const condition = conditionOf(field);
      return refuses(
        id,
        cases.map(([sent, sentence]) => [sent, condition, `${name} ${sentence}`]),
      );
    });

    /** Whether a field without a format of the site accepts the value. */
    const takes = (json: string, value: unknown) =>
      field === "entries"
        ? json === "[]"
        : !/zongpai|box_no|location|quantity|category/.test(field) &&
          v1[id].input(site).safeParse({ ...good, [field]: value }).success;

    it("that has a wrong value", () => {
      const texts = [...nastyTexts, ...notText].map((value) => JSON.stringify(value));
      const inBodies = (field === "quantity" ? notQuantities : texts).flatMap((json): Case[] => {
        const [sent, value] = [withIn("body", rest, name, json), JSON.parse(json)];
        if (takes(json, value)) return [];
        if (Buffer.byteLength(String(sent.body)) > bodyBytes) return [[sent, "bodyTooLarge"]];
        const condition = conditionOf(field, value);
        const says = `${name} ${byField[field]?.[1] ?? ""}`.trim();
        return [[sent, condition, condition === "categoryNotKnown" ? "" : says]];
      });
      const inQueries = nastyTexts.map((text): Case => {
        const arrives = overHttp ? text.toWellFormed() : text;
        return [withIn("query", rest, name, text), conditionOf(field, arrives)];
      });
      return refuses(id, inBody ? inBodies : inQueries);
    });
  });
});

it("§7.2 a message names eight invalid fields and counts the others", () => {
  const id = "post-trace-location";
  const unknown = Array.from({ length: 10 }, (_, index) => [`x${index}`, "1"] as const);
  const sent = { ...requestOf(id, goodRequest(id)), query: unknown };
  return refuses(id, [[sent, "invalidField", `x7 ${accepts.unknown}; +2`]]);
});

describe("§7.2 a body", () => {
  const id = "post-trace-location";
  const { body: text = "" } = requestOf(id, goodRequest(id));

  it("is JSON with parameters and in upper or lower case", async () => {
    for (const type of ["Application/JSON", 'application/json;charset="UTF-8"'])
      expect((await send(id, posted(id, text, type))).status).toBe(site.success[id]);
  });

  it("§8 accepts a body of exactly the limit, and refuses a larger one", async () => {
    const sized = (bytes: number) => posted(id, String(text).padEnd(bytes - shorter));
    const shorter = Buffer.byteLength(text) - String(text).length;
    expect((await send(id, sized(bodyBytes))).status).toBe(site.success[id]);
    await refuses(
      id,
      [bodyBytes + 1, 10_000_000].map((bytes) => [sized(bytes), "bodyTooLarge", `${bodyBytes}`]),
    );
  });

  it("names a field such as __proto__ that the parser accepts in no object", () =>
    refuses("post-box", [
      [posted("post-box", '{"constructor":{"prototype":{}}}'), "invalidField", "constructor"],
    ]));
});

describe("§7.2 INVALID_BOX_NO, INVALID_QUANTITY, §7.3 InvalidZongpaiError: a message", () => {
  it("names every wrong field, and has the code of the first", () => {
    const wrong = { quantity: -1, zongpai: "?", box_no: "?" };
    const fields = ["box_no", "zongpai", "quantity"] as const;
    return refuses("post-box", [
      ...fields.map((field): Case => [requestOf("post-box", wrong), "invalidBoxNo", wire(field)]),
      [requestOf("post-box", { ...wrong, box_no: boxNo(1) }), "invalidZongpai"],
    ]);
  });

  it("names a field of the request without a point before it", async () => {
    const answer = await sendRaw(
      requestOf("post-box", { ...goodRequest("post-box"), quantity: -1 }),
    );
    expect(answer.body.message).toContain(wire("quantity"));
    expect(answer.body.message).not.toContain(`.${wire("quantity")}`);
  });

  it.runIf(site.extensions.scannedAt)(
    "names an instant before 1970; accepts small letters, as RFC 3339 does",
    async () => {
      const id = "post-trace-location";
      const scanned = (scanned_at: string) => ({ ...goodRequest(id), scanned_at });
      const early = requestOf(id, scanned("1969-12-31T23:59:59Z"));
      await refuses(id, [[early, "invalidField", accepts.scannedAtEarly]]);
      await done(id, scanned("2026-01-01t00:00:00z"));
    },
  );

  it("repeats a client's text only shortened and without control characters", async () => {
    const names = Array.from({ length: 50 }, (_, at) => `field\u0007\u202e${at}${"x".repeat(40)}`);
    const fields = Object.fromEntries(names.map((name) => [name, 1]));
    const answer = await sendRaw(posted("post-box", JSON.stringify(fields)));
    expectErrorBody(answer);
    expect(String(answer.body.message).length).toBeLessThan(1_500);
    expect(answer.body.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  const id = "put-attachment-config";
  const { body, ...sent } = requestOf(id, goodRequest(id));
  const [name, field] = [wire("category"), "invalidField"] as const;
  const entry = { [name]: category, [wire("quantity")]: 1 };
  it.each<readonly [what: string, entries: unknown[], says: string, condition: Condition]>([
    ["no entry", ["x"], `[0] ${accepts.entry}`, field],
    ["unknown", [{ ...entry, colour: 1 }], `[0].colour ${accepts.unknown}`, field],
    ["missing", [{}], `[0].${name} ${accepts.missing}`, field],
    ["there twice", [entry, entry], ` ${accepts.categoryOnce}`, field],
    ["no quantity", [{ ...entry, [wire("quantity")]: 0 }], "[0].", "invalidQuantity"],
  ])("names the place in a configuration of what is %s", (_, entries, says, condition) => {
    const fields = { ...JSON.parse(String(body)), [wire("entries")]: entries };
    const one: Sent = { ...sent, body: JSON.stringify(fields) };
    return refuses(id, [[one, condition, `${wire("entries")}${says}`]]);
  });
});

it("§4 answers an unknown address as unknown, a wrong method with the allowed ones", async () => {
  const { path: box } = addressOf("post-box");
  for (const path of ["/", `${box}/`, "/box/info/1", "/%00"])
    expectError(await sendRaw({ method: "GET", path }), "unknownRoute", "gateway");
  const { path } = addressOf("get-box-info");
  const answer = await sendRaw({ method: "DELETE", path });
  expectError(answer, "methodNotAllowed", "gateway");
  expect(answer.headers.get("allow")).toBe("GET");
});

it("§7.4 answers below the accessory routes with their domain, and elsewhere not", async () => {
  const { gateway, accessory } = site.errors;
  const { path: box } = addressOf("post-attachment-box");
  const attachments = box.slice(0, box.lastIndexOf("/"));
  const below = accessory.internal.domain;
  for (const [method, path, { code }, domain] of [
    ["GET", `${attachments}/unknown`, gateway.unknownRoute, below],
    ["GET", `${box}${"/1".repeat(1_000)}`, gateway.unknownRoute, below],
    ["POST", attachments, gateway.unknownRoute, below],
    ["PUT", box, gateway.methodNotAllowed, below],
    ["GET", `${attachments}s`, gateway.unknownRoute, gateway.unknownRoute.domain],
    ["PUT", addressOf("post-box").path, gateway.methodNotAllowed, gateway.methodNotAllowed.domain],
    ["GET", "/", gateway.unknownRoute, gateway.unknownRoute.domain],
  ] as const) {
    const { body } = await sendRaw({ method, path });
    expect(body, `${method} ${path}`).toMatchObject({ domain, error_code: code });
  }
});

it.runIf(requiresKeys)(
  "exactly once: a write without the key is refused before its body is read",
  async () => {
    for (const { id, kind } of routesOf(site)) {
      const keyless: Sent = { ...requestOf(id, goodRequest(id)), headers: {}, body: "{" };
      if (kind === "write") await refuses(id, [[keyless, "invalidField", accepts.missing]]);
    }
  },
);

it.runIf(hasKeys)("exactly once: a key that is no key is refused before anything is asked", () =>
  refuses(
    "post-box",
    ["short", randomUUID().repeat(2), "0123456789abcdef!", "ключ-0123456789"].map((key) => {
      const headers = keyHeader(Buffer.from(key).toString("latin1"));
      const request = requestOf("post-box", goodRequest("post-box"), headers);
      return [request, "invalidField", accepts.idempotencyKey];
    }),
  ),
);
