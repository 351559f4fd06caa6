import { describe, expect, test } from "vitest";
import { answer, type Changes, format, refusalOf } from "./refused.ts";

describe("a refusal", () => {
  test("names the profile and every fault at once, a line each", () => {
    const message = refusalOf({
      "fields.quantity": "box_no",
      "routes.overview": "/box/info",
      "formats.boxNo.example": "?",
    });
    expect(message.split("\n")).toStrictEqual([
      'The site profile "demo" cannot be used:',
      '  fields.quantity: "box_no" already names another field',
      "  routes (get-box-info): GET /box/info is the address of another route",
      '  formats.boxNo: does not match its own example "?"',
    ]);
  });

  test("names every wrong and every missing answer at once, before what does not go together", () => {
    const lines = refusalOf({
      ...{ "location.shards": undefined, basePath: undefined, limits: undefined },
      ...{ "overview.pageSize": 0, "fields.quantity": "box_no" },
    }).split("\n");
    expect(lines.slice(1).map((line) => line.trim().split(":")[0])).toStrictEqual([
      ...["basePath", "location.shards", "overview.pageSize", "limits"],
    ]);
  });
});

describe("a site may", () => {
  test.each<readonly [string, Changes]>([
    [
      "answer a failure with any status of a server's own",
      { "errors.product.erpUnavailable": answer(502), "errors.gateway.internal": answer(599, "Y") },
    ],
    [
      "anchor each alternative of a pattern",
      { "formats.boxNo": format(/^BX[0-9]$|^PK[0-9]$/, "PK7"), "scan.boxNo": [] },
    ],
    [
      "give one code to two conditions",
      {
        "errors.product.boxNotFound": answer(404, "NOT_FOUND"),
        "errors.product.itemNotFound": answer(404, "NOT_FOUND"),
      },
    ],
    ["swap the names of two fields", { "fields.items": "entries", "fields.entries": "items" }],
  ])("%s", (_, changes) => {
    expect(refusalOf(changes)).toBe("no refusal");
  });
});
