import { beforeAll, describe, expect, it } from "vitest";
import { planOf } from "#lib/domain/attachment-guard.ts";
import { placeOf } from "#lib/domain/location.ts";
import { toScaled } from "#lib/domain/value.ts";
import { attachmentBoxStore } from "#lib/store/attachment-boxes.ts";
import { attachmentStore } from "#lib/store/attachments.ts";
import { boxStore } from "#lib/store/boxes.ts";
import { locationStore } from "#lib/store/locations.ts";
import { checkTable, type Misfit } from "../../commands/table/check-table.ts";
import { audited, traced } from "../support/audited.ts";
import { call, done, refused } from "../support/client.ts";
import { anOperation } from "../support/operation.ts";
import { lineOf as lineOfCategory } from "../support/requests.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

/** Names that this site's formats and list do not know, as an earlier profile of it did. */
const old = { zongpai: "old goods/1", box_no: "old box/1", location: "old shelf/1" };
const category = "GIVEN UP";
const [goods, box] = [zongpai(fresh()), boxNo(fresh())];

const { categories } = site.attachment;
const before = {
  ...site,
  attachment: { ...site.attachment, categories: [...categories, { code: category, label: "Old" }] },
};

const units = (quantity: number) => toScaled(quantity, site.formats.quantity.decimals) ?? 0;

const recorded = (outcome: Promise<{ readonly kind: string } | undefined>) =>
  expect(outcome).resolves.toMatchObject({ kind: "recorded" });
const placeAt = (at: string, profile = before) => ({
  ...placeOf({ location: at }, profile),
  at: Date.now(),
});
const register = (zongpai: string, at: string, profile = before) =>
  recorded(
    locationStore(table, profile).register({ zongpai }, placeAt(at, profile), anOperation(zongpai)),
  );
/** The rows that the ERP would have answered. */
const proof = (zongpai: string, box_no: string) => ({
  zongpai: { zongpai, ordered: units(90) },
  box: { box_no, quantity: units(90), columns: {} },
});

beforeAll(async () => {
  await register(goods, old.location);
  await register(old.zongpai, old.location);
  const save = (zongpai: string, box_no: string) =>
    recorded(
      boxStore(table, before).append(
        { box_no, zongpai, quantity: units(6) },
        anOperation(zongpai),
        proof(zongpai, box_no),
      ),
    );
  await save(old.zongpai, box);
  await save(goods, old.box_no);
  const entries = [{ category, quantity: units(5) }];
  const changes = { added: [category], removed: [], changed: [], blocked: [] };
  const { replace } = await attachmentStore(table, before).find(goods, anOperation(goods));
  await recorded(replace(planOf(entries, []), { zongpai: goods, entries, ...changes }));
  await recorded(
    locationStore(table, before).register(
      { zongpai: goods, category },
      placeAt(location(1)),
      anOperation(goods),
    ),
  );
  for (const box_no of [box, old.box_no])
    await recorded(
      attachmentBoxStore(table, before).append(
        { box_no, zongpai: goods, category, quantity: units(2) },
        anOperation(goods),
        { box: proof(goods, box_no).box },
      ),
    );
});

/** The check before a deployment counts rows for this reason. */
const expectCounted = async (misfit: Misfit) =>
  expect((await checkTable(table, site, 1)).misfits[misfit]).toBeGreaterThan(0);

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

  it("by the status of the goods, the category under its code and with no headroom", async () => {
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

  it("by the audit, which finds nothing wrong with them", async () => {
    expect((await audited()).differences).toEqual([]);
  });
});

describe("of a category that the site gave up", () => {
  const entry = { box_no: box, zongpai: goods, category };
  const lineOf = () => lineOfCategory(goods, category);

  it("the check counts the rows", () => expectCounted("category"));

  it("nothing comes: no entry, no more of one, no configuration and no location", async () => {
    const before = await lineOf();
    const elsewhere = { ...entry, box_no: boxNo(fresh()) };
    const entries = [{ category, quantity: 9 }];
    for (const [id, fields] of [
      ["post-attachment-box", { ...elsewhere, quantity: 1 }],
      ["patch-attachment-box", { ...entry, quantity: 3 }],
      ["delete-attachment-box", elsewhere],
      ["put-attachment-config", { zongpai: goods, entries }],
      ["post-attachment-location", { zongpai: goods, category, off_shelf: true }],
    ] as const)
      await refused("categoryNotKnown", id, fields);
    expect(await lineOf()).toEqual(before);
  });

  it("an entry that is stored may become less", async () => {
    const less = { ...entry, quantity: 1 };
    expect((await call("patch-attachment-box", less)).body).toMatchObject(less);
    expect(await lineOf()).toMatchObject({ boxed_quantity: 3 });
  });

  it("the configuration goes with the next one, whatever the guard says, and what is boxed is still shown", async () => {
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

describe("a row that the check before a deployment counts as one that does not fit:", () => {
  it.each([
    ["zongpai", {}, old.zongpai, "invalidZongpai", "location-overview", { zongpai: old.zongpai }],
    [
      "boxNo",
      { zongpai: goods },
      old.box_no,
      "invalidBoxNo",
      "get-box-info",
      { box_no: old.box_no },
    ],
    ["location", {}, old.location, "invalidField", "location-overview", { location: old.location }],
  ] as const)(
    "its %s is shown, and no request may name it",
    async (misfit, filter, name, condition, id, fields) => {
      await expectCounted(misfit);
      expect(await shown(filter)).toContain(name);
      await refused(condition, id, fields);
    },
  );

  it("in an area that is no more it is missed by its location and the area that it has now", async () => {
    const one = zongpai(fresh());
    await register(one, location(3), { ...before, location: { ...site.location, area: /^(.)/u } });
    await expectCounted("area");
    const { area } = placeAt(location(3), site);
    expect(await shown({})).toContain(one);
    for (const filter of [{ location: location(3) }, { area }])
      expect(await shown(filter)).not.toContain(one);
  });
});
