import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import type { Site } from "#lib/site/schema.ts";
import { attributesOf } from "#lib/store/categories.ts";
import { answersKey, goodsKey } from "#lib/store/keys.ts";
import {
  checkTable,
  rememberAnswers,
  rememberedAnswers,
} from "../../commands/table/check-table.ts";
import { answersOf } from "../../commands/table/remembered-answers.ts";
import { notesOf, refusalsOf } from "../../commands/table/table-sentences.ts";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { soundGoods } from "../support/planted.ts";
import { category, locate, offShelf, other } from "../support/requests.ts";
import { site } from "../support/site.ts";
import { rowAt, table } from "../support/table.ts";

type Attachment = Site["attachment"];

const { attachment, box, extensions, formats } = site;
const withRules = (changed: Partial<Attachment>): Site => ({
  ...site,
  attachment: { ...attachment, ...changed },
});

/** Repairs the table by other rules. Returns the differences that these found before. */
const changeTo = async (rules: Site) => {
  const { summary } = await audited({ repairAs: "ada" }, rules);
  expect(summary.repaired).toBe(summary.repairable);
  expect((await audited({}, rules)).differences).toEqual([]);
  return summary.differences;
};

const unchanged = { renamed: [], isKeyNewlyRequired: false };
const expectCheck = async (rules: Site, changed: readonly object[]) => {
  const found = { rememberedAt: 1, rows: expect.any(Number), misfits: {}, ...unchanged };
  expect(await checkTable(table, rules, 2)).toEqual({ ...found, changed });
};

describe("an answer that shapes what is written", () => {
  const [cap, decimals] = [{ rule: "fixed", quantity: 500 } as const, formats.quantity.decimals];
  const idempotencyKey = "Another-Key";
  const evidence: Attachment["realEvidence"] =
    attachment.realEvidence.length > 1 ? ["box"] : ["box", "location"];
  const beyondOrdered = box.beyondOrdered === "allow" ? "refuse" : "allow";

  beforeEach(async () => {
    const { goods } = await soundGoods();
    await locate(goods, offShelf, other);
    await rememberAnswers(table, site, 1);
    await expectCheck(site, []);
  });

  it.each<readonly [string, Site]>([
    ["attachment.cap", withRules({ cap })],
    ["attachment.realEvidence", withRules({ realEvidence: evidence })],
    ["attachment.flipsBack", withRules({ flipsBack: !attachment.flipsBack })],
    [
      "attachment.offShelfIsLocated",
      withRules({ offShelfIsLocated: !attachment.offShelfIsLocated }),
    ],
    ["box.beyondOrdered", { ...site, box: { ...box, beyondOrdered } }],
  ])("is found by the check, and a repair follows it: %s", async (path, rules) => {
    await expectCheck(rules, [{ path, treatment: "repair" }]);
    await changeTo(rules);
    await changeTo(site);
  });

  it.each<readonly [string, string, Site]>([
    [
      "formats.quantity.decimals",
      "refused",
      {
        ...site,
        formats: { ...formats, quantity: { ...formats.quantity, decimals: decimals + 1 } },
      },
    ],
    [
      "extensions.idempotencyKey",
      "drain",
      { ...site, extensions: { ...extensions, idempotencyKey } },
    ],
  ])("is found by the check: %s", (path, treatment, changed) =>
    expectCheck(changed, [{ path, treatment }]),
  );
});

describe("a name or path of the site that wrote the table", () => {
  const { basePath } = site;
  const fields = { ...site.fields, zongpai: "order_line" };
  const before: Site = {
    ...site,
    routes: {
      ...site.routes,
      deleteBox: { method: "DELETE", path: "/box" },
      deleteFields: "query",
      clear: { method: "POST", path: "/gone" },
    },
    extensions: { ...extensions, refusalValues: "Their-Values" },
  };
  const { routes } = before;
  const renamed = async (profile: Site) => (await checkTable(table, profile, 2)).renamed;

  it.each<readonly [string, Partial<Site>, string]>([
    ["a field", { fields }, "field zongpai"],
    ["the base path", { basePath: `${basePath}/v9` }, "basePath"],
    ["a path", { routes: { ...routes, overview: "/elsewhere" } }, "route location-overview"],
    [
      "a method",
      { routes: { ...routes, deleteBox: { method: "POST", path: "/box" } } },
      "route delete-box",
    ],
    ["the place of fields", { routes: { ...routes, deleteFields: "body" } }, "route delete-box"],
    ["what is gone", { routes: { ...routes, clear: false } }, "route clear-place"],
    [
      "a header",
      { extensions: { ...before.extensions, refusalValues: "Other-Values" } },
      "header refusalValues",
    ],
  ])("is found by the check if it changed: %s", async (_, changed, what) => {
    await rememberAnswers(table, before, 1);
    expect(await renamed(before)).toEqual([]);
    expect((await renamed({ ...before, ...changed })).map((name) => name.what)).toContain(what);
  });

  it("is safe where it is new", async () => {
    await rememberAnswers(table, { ...before, routes: { ...routes, clear: false } }, 1);
    expect(await renamed(before)).toEqual([]);
  });

  it("is not compared in a table of the last release", async () => {
    const Item = { ...answersKey, at: 1, answers: answersOf(site) };
    await table.documents.send(new PutCommand({ TableName: table.name, Item }));
    await expectCheck({ ...site, basePath: "/v9" }, []);
  });
});

it("the table remembers the site that wrote it", async () => {
  await rememberAnswers(table, { ...site, name: "lager-nord" }, 1);
  expect(await checkTable(table, site, 2)).toMatchObject({ writtenBy: "lager-nord" });
});

describe("the header of a key in a table of the last release", () => {
  const path = "extensions.idempotencyKey";
  const header = "Another-Key";
  const rules = { ...site, extensions: { ...extensions, idempotencyKey: header } };
  const stored = JSON.stringify({ header });

  it.each([
    [stored, []],
    ['{"header":"Its-Key"}', [{ path, treatment: "drain" }]],
  ])("is compared with the one of the profile: %s", async (answer, changed) => {
    const answers = { ...answersOf(rules), [path]: answer };
    const Item = { ...answersKey, at: 1, answers };
    await table.documents.send(new PutCommand({ TableName: table.name, Item }));
    await expectCheck(rules, changed);
  });

  it("is stored so that the last release finds no change on the way back", async () => {
    await rememberAnswers(table, rules, 1);
    expect((await rememberedAnswers(table))?.answers[path]).toBe(stored);
  });
});

describe("a key that becomes required", () => {
  const header = "Another-Key";
  const withKey = (idempotencyKey: Site["extensions"]["idempotencyKey"]) => ({
    ...site,
    extensions: { ...extensions, idempotencyKey },
  });
  const [optional, required] = [withKey(header), withKey({ header, required: true })];

  it.each([
    ["optional", "required", optional, required, true],
    ["required", "required", required, required, false],
    ["required", "optional", required, optional, false],
  ])("is noted without a refusal only once: %s, then %s", async (_, __, before, now, noted) => {
    await rememberAnswers(table, before, 1);
    const check = await checkTable(table, now, 2);
    expect([check.changed, check.isKeyNewlyRequired]).toEqual([[], noted]);
    expect(refusalsOf(check)).toEqual([]);
    expect(notesOf(check)).toHaveLength(noted ? 1 : 0);
  });
});

describe("after a site changed its rules, a repair brings the table to them", () => {
  it("from any cap rule to any other", async () => {
    const { goods } = await soundGoods();
    const countersOf = async () => {
      const row = await rowAt(goodsKey(goods));
      const of = (code: string) => {
        const { boxed, configured, headroom } = attributesOf(code);
        return {
          ...{ boxed: Number(row[boxed]), configured: Number(row[configured]) },
          headroom: row[headroom],
        };
      };
      return { product: Number(row.boxed), one: of(category), two: of(other) };
    };
    const changeCap = (cap: Attachment["cap"]) => changeTo(withRules({ cap }));
    await changeCap({ rule: "boxedGoods", perUnit: 5 });
    const { product, one, two } = await countersOf();
    expect([one.headroom, two.headroom]).toEqual([5 * product - one.boxed, 5 * product]);

    await changeCap({ rule: "boxedGoods", perUnit: 4 });
    expect((await countersOf()).two.headroom).toBe(4 * product);

    expect(await changeCap({ rule: "fixed", quantity: 500 })).toHaveProperty("headroom");
    expect((await countersOf()).two.headroom).toBeUndefined();

    await changeCap({ rule: "configured" });
    expect((await countersOf()).one.headroom).toBe(one.configured - one.boxed);
    await changeTo(site);
  });

  it("to evidence that flips back, and to a box that is evidence alone", async () => {
    const { goods, box } = await soundGoods();
    await changeTo(withRules({ flipsBack: false, realEvidence: ["box"] }));
    await call("delete-attachment-box", { box_no: box, zongpai: goods, category });
    await changeTo(withRules({ flipsBack: true, realEvidence: ["box"] }));
    await changeTo(site);
  });
});
