import { describe, expect, test } from "vitest";
import { faultsOf } from "#lib/site/check-site.ts";
import { defineSite } from "#lib/site/define-site.ts";
import { demoWith } from "./demo-with.ts";
import { errorAnswer, type ProfileChanges, textFormat } from "./refused.ts";

describe("a refusal", () => {
  test("names the profile and every fault, one on each line", () => {
    const wrong = {
      "fields.quantity": "box_no",
      "routes.overview": "/box/info",
      "formats.boxNo.example": "?",
    };
    const lines = [
      'The site profile "demo" cannot be used:',
      '  fields.quantity: "box_no" is already the name of another field',
      "  routes (get-box-info): GET /box/info is the address of another route",
      '  formats.boxNo: does not match its own example "?"',
    ];
    expect(() => defineSite(demoWith(wrong))).toThrow(new Error(lines.join("\n")));
  });

  test("says where a question that is not answered is explained", () => {
    const defineBare = () => defineSite(demoWith({ "erp.product": undefined }));
    expect(defineBare).toThrow(/erp\.product: is not answered.*\n.*CHANGELOG\.md/);
  });

  test("names every wrong and missing answer at once, before conflicts of answers", () => {
    const wrong = {
      ...{ "location.area": undefined, basePath: undefined, limits: undefined },
      ...{ "overview.pageSize": 0, "fields.quantity": "box_no" },
    };
    expect(faultsOf(demoWith(wrong)).map(([path]) => path)).toStrictEqual([
      ...["basePath", "location.area", "overview.pageSize", "limits"],
    ]);
  });
});

describe("a site may", () => {
  test.each<readonly [string, ProfileChanges]>([
    [
      "answer a failure with any status of a server's own",
      {
        "errors.product.erpUnavailable": errorAnswer(502),
        "errors.gateway.internal": errorAnswer(599, "Y"),
      },
    ],
    [
      "anchor each alternative of a pattern",
      { "formats.boxNo": textFormat(/^BX[0-9]$|^PK[0-9]$/, "PK7"), "scan.boxNo": [] },
    ],
    [
      "give one code to two conditions",
      {
        "errors.product.boxNotFound": errorAnswer(404, "NOT_FOUND"),
        "errors.product.itemNotFound": errorAnswer(404, "NOT_FOUND"),
      },
    ],
    ["swap the names of two fields", { "fields.items": "entries", "fields.entries": "items" }],
  ])("%s", (_, changes) => {
    expect(faultsOf(demoWith(changes))).toEqual([]);
  });
});
