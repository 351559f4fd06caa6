import { beforeAll, describe, expect, it } from "vitest";
import { sayOutdatedCodes } from "#infra/local/outdated-codes.ts";
import { commandCodes } from "#labels/command-codes.ts";
import type { RouteId } from "#lib/route-ids.ts";
import type { Site } from "#lib/site/schema.ts";
import { checkTable } from "../../commands/table/check-table.ts";
import demo from "../../sites/demo.ts";
import { openHandlers } from "../support/api.ts";
import { audited, traced } from "../support/audited.ts";
import { call, done, refused, requestOf } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { lineOf as lineOfCategory } from "../support/requests.ts";
import { area, boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";
import { patient } from "../support/waits.ts";

/** Names that an earlier profile of this site allowed, and the current one does not. */
const old = { zongpai: "old goods/1", box_no: "old box/1", location: "old shelf/1" };
const category = "GIVEN UP";
const [goods, box] = [zongpai(fresh()), boxNo(fresh())];

const { attachment, formats } = site;
const { categories } = attachment;
const anyText = { pattern: /^/u };
const before: Site = {
  ...site,
  attachment: { ...attachment, categories: [...categories, { code: category, label: "Old" }] },
  formats: {
    ...formats,
    zongpai: { ...formats.zongpai, ...anyText },
    boxNo: { ...formats.boxNo, ...anyText },
    location: { ...formats.location, ...anyText },
  },
  location: { ...site.location, areas: false, otherAreas: "count" },
};

/** Records rows through the functions of another profile. */
const recorded = async (profile: Site, ...requests: (readonly [RouteId, object])[]) => {
  const { send } = await openHandlers(patient, profile);
  for (const [id, fields] of requests) {
    const { status, text } = await send(requestOf(id, fields));
    expect(status, text).toBe(site.success[id]);
  }
};

beforeAll(() => {
  erp.rename(zongpai(fresh()), old.zongpai);
  erp.rename(boxNo(fresh()), old.box_no);
  const entry = { zongpai: goods, category };
  return recorded(
    before,
    ["post-trace-location", { zongpai: goods, location: old.location }],
    ["post-trace-location", { zongpai: old.zongpai, location: old.location }],
    ["post-box", { box_no: box, zongpai: old.zongpai, quantity: 6 }],
    ["post-box", { box_no: old.box_no, zongpai: goods, quantity: 6 }],
    ["put-attachment-config", { zongpai: goods, entries: [{ category, quantity: 5 }] }],
    ["post-attachment-location", { ...entry, location: location(1) }],
    ["post-attachment-box", { ...entry, box_no: box, quantity: 2 }],
    ["post-attachment-box", { ...entry, box_no: old.box_no, quantity: 2 }],
  );
});

const overview = async (filter: object) => (await call("location-overview", filter)).body;
const shown = async (filter: object) => JSON.stringify(await overview(filter));

describe("rows that no longer fit the site's formats and list are still shown", () => {
  it("by the overview of the warehouse, of a location and of one zongpai", async () => {
    const { locations } = await overview({});
    const shelf = expect.objectContaining({ location: old.location, shown: 2 });
    expect(locations).toContainEqual(shelf);
    const there = await overview({ location: location(1) });
    expect(there.locations).toMatchObject([{ items: [{ zongpai: goods, category }] }]);
    const { boxes } = await overview({ zongpai: goods });
    expect(boxes).toContainEqual({ box_no: old.box_no, quantity: 6 });
    expect(boxes).toContainEqual({ box_no: old.box_no, category, quantity: 2 });
  });

  it("by the box that holds them", async () => {
    const { body } = await call("get-box-info", { box_no: box });
    expect(body).toMatchObject({
      items: [{ zongpai: old.zongpai, quantity: 6 }],
      entries: [{ zongpai: goods, category, quantity: 2 }],
    });
  });

  it("shows in goods status the category by its code, without headroom", async () => {
    const line = await lineOfCategory(goods, category);
    const counted = { configured: true, configured_quantity: 5, boxed_quantity: 4 };
    const evidence = site.attachment.evidence.present;
    expect(line).toMatchObject({ label: category, ...counted, evidence, location: location(1) });
    expect(line).not.toHaveProperty("headroom");
  });

  it("and goods that have some are boxed like any others", () =>
    done("post-box", { box_no: box, zongpai: goods, quantity: 1 }));

  it("by the history of the goods", async () => {
    expect(await traced({ zongpai: old.zongpai })).toMatchObject([
      { location: old.location },
      { box_no: box, quantity: 6 },
    ]);
    const lines = await traced({ zongpai: goods });
    const entry = { box_no: old.box_no, category, quantity: 2 };
    for (const line of [entry, { evidence: category }])
      expect(lines).toContainEqual(expect.objectContaining(line));
  });

  it("by name where a local stage starts", async () => {
    const found = await sayOutdatedCodes(table, site);
    for (const name of ["goods old goods/1", "box old box/1", "shelf old shelf/1"])
      expect(found).toContain(name);
    expect(await sayOutdatedCodes(table, before)).toBeUndefined();
  });

  it("by the audit, which finds nothing wrong with them", async () => {
    expect((await audited()).differences).toEqual([]);
  });
});

describe("of a category that the site gave up", () => {
  const entry = { box_no: box, zongpai: goods, category };
  const lineOf = () => lineOfCategory(goods, category);

  it("refuses a new entry, an increase, a configuration and a location", async () => {
    const before = await lineOf();
    const elsewhere = { ...entry, box_no: boxNo(fresh()) };
    const entries = [{ category, quantity: 9 }];
    for (const [id, fields] of [
      ["post-attachment-box", { ...elsewhere, quantity: 1 }],
      ["patch-attachment-box", { ...entry, quantity: 3 }],
      ["delete-attachment-box", elsewhere],
      ["put-attachment-config", { zongpai: goods, entries }],
    ] as const)
      await refused("categoryNotKnown", id, fields);
    expect(await lineOf()).toEqual(before);
  });

  it("an entry that is stored may become less", async () => {
    const less = { ...entry, quantity: 1 };
    expect((await call("patch-attachment-box", less)).body).toMatchObject(less);
    expect(await lineOf()).toMatchObject({ boxed_quantity: 3 });
  });

  it("is removed with the next configuration, and its boxed entries stay visible", async () => {
    const entries = categories.map(({ code }) => ({ category: code, quantity: 9 }));
    const { body } = await call("put-attachment-config", { zongpai: goods, entries });
    expect(body).toMatchObject({ removed: [category], blocked: [] });
    const line = await lineOf();
    expect(line).toMatchObject({ boxed_quantity: 3, location: location(1) });
    expect(line).not.toHaveProperty("configured_quantity");
  });

  it("an entry that is stored may be taken out, also after that", async () => {
    const { body } = await call("delete-attachment-box", entry);
    expect(body).toMatchObject({ ...entry, quantity: 1 });
    expect(await lineOf()).toMatchObject({ boxed_quantity: 2 });
    await refused("categoryNotKnown", "delete-attachment-box", entry);
    expect((await audited()).differences).toEqual([]);
  });
});

describe("a row that the check before a deployment counts as not fitting:", () => {
  const { zongpai: name, box_no, location: shelf } = old;
  const place = { zongpai: goods, category, off_shelf: true };
  it.each([
    ["zongpai", {}, name, "invalidZongpai", "location-overview", { zongpai: name }],
    ["boxNo", { zongpai: goods }, box_no, "invalidBoxNo", "get-box-info", { box_no }],
    ["location", {}, shelf, "invalidField", "location-overview", { location: shelf }],
    ["category", {}, category, "categoryNotKnown", "post-attachment-location", place],
  ] as const)(
    "its %s is shown, and no request may name it",
    async (misfit, filter, name, condition, id, fields) => {
      expect((await checkTable(table, site, 1)).misfits[misfit]).toBeGreaterThan(0);
      expect(await shown(filter)).toContain(name);
      await refused(condition, id, fields);
    },
  );

  it("the code of a command label is counted where the site has pages", async () => {
    const at = { location: location(2) };
    erp.rename(zongpai(fresh()), commandCodes.box);
    const commandAs = { zongpai: commandCodes.box, location: commandCodes.offShelf };
    await recorded(
      before,
      ["post-trace-location", { ...at, zongpai: commandAs.zongpai }],
      ["post-trace-location", { zongpai: zongpai(fresh()), location: commandAs.location }],
    );
    const counted = async (pages: Site["pages"]) =>
      (await checkTable(table, { ...before, pages }, 1)).misfits.command;
    expect(await counted(demo.pages)).toBe(2);
    expect(await counted(false)).toBeUndefined();
  });

  it("in a removed area, it is missing under its location and its area", async () => {
    const [one, at] = [zongpai(fresh()), { location: location(3) }];
    const elsewhere = { ...before, location: { ...before.location, area: /^(.)/u } };
    await recorded(elsewhere, ["post-trace-location", { zongpai: one, ...at }]);
    expect((await checkTable(table, site, 1)).misfits.area).toBeGreaterThan(0);
    expect(await shown({})).toContain(one);
    for (const filter of [at, { area }]) expect(await shown(filter)).not.toContain(one);
  });
});
