import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type RouteId, routeIds } from "#lib/endpoints/ids.ts";
import type { Condition } from "#lib/errors.ts";
import type { InputField } from "#lib/fields.ts";
import { groupOf as groupOfRow } from "#lib/http/route.ts";
import { exampleRequest } from "#lib/openapi/examples.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import {
  addressOf,
  hasKeys,
  keyHeader,
  requestOf,
  sendRaw,
  takesBody,
  wire,
} from "../support/client.ts";
import { endpoint } from "../support/environment.ts";
import { expectError, expectErrorBody, refused } from "../support/expect-error.ts";
import { boxNo, lookalike, tooLong, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { least, most, decimals } = site.formats.quantity;

/** Over HTTP a URL cannot carry every text. */
const overHttp = process.env.TEST_TRANSPORT === "http";

/** The request that stands for a route; each test spoils one thing in it. The overview's filters by area, which may be any text. */
const good = Object.fromEntries(
  routeIds.map((id) => [
    id,
    id === "location-overview" ? { zongpai: zongpai(1) } : exampleRequest(v1[id], site),
  ]),
) as Record<RouteId, Readonly<Record<string, unknown>>>;

const groupOf = (id: RouteId) => groupOfRow(v1[id]);

const routes = routesOf(site).map(({ id }) => id);
const withBody = routes.filter(takesBody);

const nastyTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202eabc",
  "\u200fabc",
  "a\nb",
  "a\rb",
  "x".repeat(10_000),
  "' OR 1=1 --",
  '"; DROP TABLE erp_box; --',
  "#ERP",
  "~off",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "{{7*7}}",
  // Invisible characters, digits and letters of other scripts, characters that are composed or half of one.
  ...[
    "A\u200b1",
    "A\u00a01",
    "A\u20281",
    "A\ufeff1",
    "A\u00ad1",
    "A\udfffB",
    "\u{1f4e6}",
    "e\u0301",
    "\uff11\uff12",
    "\u04101",
  ],
  // Headers, shells, formulas, queries of other stores, and the names and keys of this one.
  ...[
    "A1\r\nX-Injected: 1",
    "%00",
    "%0d%0aSet-Cookie:a=b",
    "$(id)",
    "() { :; }; id",
    "%s%n",
    "=1+1",
    '{"$gt":""}',
  ],
  ...["C:\\con", "*)(uid=*", "attribute_exists(pk)", ":value", "k#x", "Z#PO1", "9".repeat(400)],
];
const notText: readonly unknown[] = [
  null,
  3,
  0,
  true,
  [],
  {},
  ["x"],
  { x: 1 },
  [[]],
  { S: "A1" },
  { toString: "A1" },
  { length: 1 },
];

/** Raw JSON texts where a quantity belongs, none of them a quantity of either site. */
const notQuantities = [
  "0",
  "-1",
  "-0",
  "1e400",
  "-1e400",
  "9007199254740993",
  "1.0000000000000000001",
  "1e-7",
  "1e21",
  "5e-324",
  '{"S":"1"}',
  "1.123456",
  '"3"',
  "null",
  "true",
  "[]",
  "{}",
  "[1]",
  '""',
  '"NaN"',
  String(most + 1),
  String(least / 10),
  ...(decimals === 0 ? ["1.5"] : []),
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

/** A good body with one field's JSON text replaced. */
const bodyWith = (id: RouteId, field: InputField, text: string) => {
  const rest = Object.entries(good[id]).filter(([name]) => name !== field);
  return `{${[
    ...rest.map(([name, value]) => [wire(name as InputField), JSON.stringify(value)]),
    [wire(field), text],
  ]
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(",")}}`;
};

beforeEach(() => endpoint.seen.clear());

/** An invalid request costs no round trip, so it cannot have written anything. */
const nothingAsked = () => expect([...endpoint.seen]).toEqual([]);

describe("§7.2 a body that is not one JSON object", () => {
  for (const id of withBody)
    it(`${id} refuses it`, async () => {
      for (const body of [
        "{",
        '{"a":}',
        "",
        " ",
        "null",
        "[]",
        `[${JSON.stringify(good[id])}]`,
        '"text"',
        "3",
        "{} {}",
        "\ufeff{}",
        "[".repeat(5_000),
      ].slice())
        expectError(
          await post(id, body.slice(0, site.limits.bodyBytes)),
          "malformedJson",
          groupOf(id),
        );
      expectError(
        await post(id, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
        "malformedJson",
        groupOf(id),
      );
      expectError(await sendRaw({ ...addressOf(id), headers: json }), "malformedJson", groupOf(id));
      nothingAsked();
    });

  it("refuses one field with two values", async () => {
    const field = wire("quantity");
    const body = bodyWith("post-box", "quantity", `1,${JSON.stringify(field)}:2`);
    expectError(await post("post-box", body), "malformedJson");
    nothingAsked();
  });
});

describe("§7.2 another content type", () => {
  for (const id of withBody)
    it(`${id} refuses it`, async () => {
      const body = requestOf(id, good[id]).body ?? "";
      for (const type of [
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
        "application/jsonx",
        "application/json; charset=utf-16",
      ])
        expectError(
          await post(id, body, { "Content-Type": type }),
          "unsupportedMediaType",
          groupOf(id),
        );
      nothingAsked();
    });

  it("takes JSON with parameters and in any case", async () => {
    const { body = "" } = requestOf("post-trace-location", good["post-trace-location"]);
    for (const type of [
      "application/json; charset=utf-8",
      "Application/JSON",
      'application/json;charset="UTF-8"',
    ])
      expect((await post("post-trace-location", body, { "content-type": type })).status).toBe(
        site.success["post-trace-location"],
      );
  });
});

describe("§7.2 INVALID_BOX_NO, INVALID_QUANTITY, §7.3 InvalidZongpaiError: a field that is not what it must be", () => {
  for (const id of withBody)
    for (const field of Object.keys(good[id]) as InputField[])
      it(`${id} refuses ${field}`, async () => {
        const notList = notText.filter((value) => !Array.isArray(value) || value.length > 0);
        const texts = [...nastyTexts, ...(field === "entries" ? notList : notText)].map((value) =>
          JSON.stringify(value),
        );
        const bad = field === "quantity" ? notQuantities : texts;
        for (const text of bad) {
          const body = bodyWith(id, field, text);
          const answer = await post(id, body);
          const tooLarge = Buffer.byteLength(body) > site.limits.bodyBytes;
          expect(answer.body, `${field}: ${text.slice(0, 40)}`).toHaveProperty("error_code");
          const condition =
            field === "quantity" ? "invalidQuantity" : conditionOf(field, JSON.parse(text));
          expectError(answer, tooLarge ? "bodyTooLarge" : condition, groupOf(id));
          if (!tooLarge && condition !== "categoryNotKnown")
            expect(answer.body.message).toContain(wire(field));
        }
        if (!looksItUp(id, field)) nothingAsked();
      });

  for (const id of routes.filter((route) => !takesBody(route)))
    for (const field of Object.keys(good[id]) as InputField[])
      it(`${id} refuses ${field} in the query`, async () => {
        const others = Object.fromEntries(
          Object.entries(good[id]).filter(([name]) => name !== field),
        );
        for (const text of nastyTexts) {
          const query = Object.entries({ ...others, [field]: text }).map(
            ([name, value]) => [wire(name as InputField), String(value)] as const,
          );
          expectError(
            await sendRaw({ ...addressOf(id), query }),
            conditionOf(field, overHttp ? text.toWellFormed() : text),
            groupOf(id),
          );
        }
        const twice = [...Object.entries(good[id]), [field, good[id][field]]].map(
          ([name, value]) => [wire(name as InputField), String(value)] as const,
        );
        expectErrorBody(await sendRaw({ ...addressOf(id), query: twice }));
        // The overview without a filter shows the whole warehouse; every other field is required.
        if (id !== "location-overview") await refused(conditionOf(field), id, others);
        if (!looksItUp(id, field)) nothingAsked();
      });

  it("a box number or zongpai one character too long, or with the digits of another script", async () => {
    for (const [field, condition] of [
      ["box_no", "invalidBoxNo"],
      ["zongpai", "invalidZongpai"],
    ] as const) {
      const key = field === "box_no" ? "boxNo" : "zongpai";
      for (const value of [tooLong[key], lookalike[key]])
        await refused(condition, "post-box", { ...good["post-box"], [field]: value });
    }
    nothingAsked();
  });

  it("a missing field", async () => {
    for (const id of withBody)
      for (const field of Object.keys(good[id])) {
        const rest = Object.fromEntries(
          Object.entries(good[id]).filter(([name]) => name !== field),
        );
        const { body } = await refused(conditionOf(field), id, rest);
        expect(body.message).toContain(wire(field as InputField));
      }
    nothingAsked();
  });

  it("an unknown field, __proto__ and constructor among them, is refused by name", async () => {
    for (const id of withBody)
      for (const name of [
        "colour",
        "__proto__",
        "constructor",
        "toString",
        wire("quantity").toUpperCase(),
      ]) {
        const text = JSON.stringify(JSON.parse(String(requestOf(id, good[id]).body)));
        const answer = await post(id, `${text.slice(0, -1)},${JSON.stringify(name)}:{"a":1}}`);
        expectError(answer, "invalidField", groupOf(id));
        expect(answer.body.message).toContain(name);
      }
    nothingAsked();
  });

  it("a canonical name that is not the site's name on the wire", async () => {
    if (site.fields.box_no === "box_no") return; // On this site it is.
    expectErrorBody(await sendRaw({ ...addressOf("get-box-info"), query: [["box_no", boxNo(1)]] }));
    expectError(await post("post-box", JSON.stringify(good["post-box"])), "invalidBoxNo");
    nothingAsked();
  });

  it("a query parameter that nobody reads", async () => {
    for (const id of routes) {
      const request = requestOf(id, good[id]);
      const answer = await sendRaw({
        ...request,
        query: [...(request.query ?? []), ["colour", "red"]],
      });
      expectError(answer, "invalidField", groupOf(id));
      expect(answer.body.message).toContain("colour");
    }
    nothingAsked();
  });

  it("several at once: the code is the first field's, the message names them all", async () => {
    const answer = await refused("invalidBoxNo", "post-box", {
      quantity: -1,
      zongpai: "?",
      box_no: "?",
    });
    for (const field of ["box_no", "zongpai", "quantity"] as const)
      expect(answer.body.message).toContain(wire(field));
    await refused("invalidZongpai", "post-box", { box_no: boxNo(1), quantity: -1, zongpai: "?" });
    const places = await refused("invalidZongpai", "post-trace-location", { zongpai: "?" });
    expect(places.body.message).toContain(wire("location"));
    nothingAsked();
  });

  it("does not repeat at length, or with control characters, what a client made up", async () => {
    const names = Array.from({ length: 50 }, (_, at) => `field\u0007\u202e${at}${"x".repeat(40)}`);
    const answer = await post(
      "post-box",
      JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))),
    );
    expectErrorBody(answer);
    expect(String(answer.body.message).length).toBeLessThan(1_500);
    expect(answer.body.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe("§8 the size of a body", () => {
  const padded = (bytes: number) => {
    const body = String(requestOf("post-trace-location", good["post-trace-location"]).body);
    return `${body.slice(0, -1)}${" ".repeat(bytes - Buffer.byteLength(body))}}`;
  };

  it("may be the limit", async () => {
    expect((await post("post-trace-location", padded(site.limits.bodyBytes))).status).toBe(
      site.success["post-trace-location"],
    );
  });

  it("may not be one byte more, nor ten megabytes", async () => {
    for (const bytes of [site.limits.bodyBytes + 1, 10_000_000]) {
      const answer = await post("post-trace-location", padded(bytes));
      expectError(answer, "bodyTooLarge", "product");
      expect(answer.body.message).toContain(String(site.limits.bodyBytes));
    }
    nothingAsked();
  });

  it("is told by the route that it was sent to: in its own group, after its media type, and not on an unknown address", async () => {
    const large = padded(site.limits.bodyBytes + 1);
    const sent = requestOf("post-attachment-box", good["post-attachment-box"]);
    expectError(
      await sendRaw({ ...sent, body: large }),
      "bodyTooLarge",
      groupOf("post-attachment-box"),
    );
    expectError(
      await sendRaw({ ...sent, headers: { "content-type": "text/plain" }, body: large }),
      "unsupportedMediaType",
      groupOf("post-attachment-box"),
    );
    expectError(
      await sendRaw({ ...sent, path: "/nowhere", body: large }),
      "unknownRoute",
      "gateway",
    );
  });
});

describe("§4 an address that the service does not have", () => {
  it("is told as unknown", async () => {
    for (const path of [
      "/",
      "/nowhere",
      `${addressOf("post-box").path}/`,
      "/box/info/1",
      "/%00",
      `/${"x".repeat(500)}`,
    ])
      expectError(await sendRaw({ method: "GET", path }), "unknownRoute", "gateway");
  });

  it("is told which methods it takes when only the method is wrong", async () => {
    const { path } = addressOf("get-box-info");
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await sendRaw({ method, path });
      expectError(answer, "methodNotAllowed", "gateway");
      expect(answer.headers.get("allow")).toBe("GET");
    }
  });
});

if (hasKeys)
  describe("exactly once: a key that is no key", () => {
    it("is refused before anything is asked", async () => {
      for (const key of [
        "short",
        randomUUID().repeat(2),
        "0123456789abcdef!",
        "ключ-0123456789",
      ].map((text) => Buffer.from(text).toString("latin1")))
        await refused("invalidField", "post-box", good["post-box"], keyHeader(key));
      nothingAsked();
    });
  });
