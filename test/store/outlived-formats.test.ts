import { beforeAll, describe, expect, it } from "vitest";
import { planOf } from "#lib/domain/attachment-guard.ts";
import { placeOf } from "#lib/domain/location.ts";
import { toScaled } from "#lib/domain/value.ts";
import { attachmentBoxStore } from "#lib/store/attachment-boxes.ts";
import { attachmentStore } from "#lib/store/attachments.ts";
import { boxStore } from "#lib/store/boxes.ts";
import { historyOf } from "#lib/store/history.ts";
import { placeKey } from "#lib/store/keys.ts";
import { attachmentLocationStore, locationStore } from "#lib/store/locations.ts";
import { checkTable, type Misfit } from "../../commands/table/check-table.ts";
import { linesOf } from "../../commands/trace/lines.ts";
import { statusOf } from "../support/attachments.ts";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { done, refused } from "../support/expect-error.ts";
import { anOperation } from "../support/operation.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

/** Names that this site's formats and list do not know, as an earlier profile of it did. */
const outlived = {
  zongpai: "old goods/1",
  box_no: "old box/1",
  location: "old shelf/1",
  category: "GIVEN UP",
};
const [goods, box] = [zongpai(fresh()), boxNo(fresh())];

const before = {
  ...site,
  attachment: {
    ...site.attachment,
    categories: [...site.attachment.categories, { code: outlived.category, label: "Given up" }],
  },
};

const units = (quantity: number) => toScaled(quantity, site.formats.quantity.decimals) ?? 0;

/** What a write stands on, as the ERP would have said it. */
const proof = (zongpai: string, box_no: string) => ({
  zongpai: { zongpai, ordered: units(90) },
  box: { box_no, quantity: units(90), columns: {} },
});

const recorded = (outcome: { readonly kind: string }) => expect(outcome.kind).toBe("recorded");

beforeAll(async () => {
  const places = locationStore(table, before);
  for (const one of [goods, outlived.zongpai]) {
    const move = {
      zongpai: one,
      ...placeOf({ location: outlived.location }, before),
      at: Date.now(),
    };
    recorded(await places.register(move, anOperation(one, "post-trace-location")));
  }
  const boxes = boxStore(table, before);
  for (const [one, into] of [
    [outlived.zongpai, box],
    [goods, outlived.box_no],
  ] as const)
    recorded(
      await boxes.append(
        { box_no: into, zongpai: one, quantity: units(6) },
        anOperation(one, "post-box"),
        proof(one, into),
      ),
    );
  const { category } = outlived;
  const entries = [{ category, quantity: units(5) }];
  const none = {
    zongpai: goods,
    entries,
    added: [category],
    removed: [],
    changed: [],
    blocked: [],
  };
  const { replace } = await attachmentStore(table, before).find(
    anOperation(goods, "put-attachment-config"),
  );
  recorded(await replace(planOf(entries, []), none));
  const shelved = {
    zongpai: goods,
    category,
    ...placeOf({ location: location(1) }, before),
    at: Date.now(),
  };
  recorded(
    await attachmentLocationStore(table, before).register(
      shelved,
      anOperation(goods, "post-attachment-location"),
    ),
  );
  for (const into of [box, outlived.box_no]) {
    const entry = { box_no: into, zongpai: goods, category, quantity: units(2) };
    const { box: known } = proof(goods, into);
    recorded(
      await attachmentBoxStore(table, before).append(
        entry,
        anOperation(goods, "post-attachment-box"),
        { box: known },
      ),
    );
  }
});

/** That the check before a deployment counts rows for this reason. */
const counted = async (misfit: Misfit) =>
  expect((await checkTable(table, site, 1)).misfits[misfit]).toBeGreaterThan(0);

describe("rows that no longer fit the site's formats and list are still shown", () => {
  it("by the overview of the warehouse, of a location and of one zongpai", async () => {
    const { body } = await call("location-overview", {});
    expect(JSON.stringify(body.locations)).toContain(outlived.zongpai);
    expect(body.locations).toContainEqual(
      expect.objectContaining({ location: outlived.location, shown: 2 }),
    );
    const there = await call("location-overview", { location: location(1) });
    expect(there.body.locations).toMatchObject([
      { items: [{ zongpai: goods, category: outlived.category }] },
    ]);
    const one = (await call("location-overview", { zongpai: goods })).body;
    expect(one.boxes).toContainEqual({ box_no: outlived.box_no, quantity: 6 });
    expect(one.boxes).toContainEqual({
      box_no: outlived.box_no,
      category: outlived.category,
      quantity: 2,
    });
  });

  it("by the box that holds them", async () => {
    const { body } = await call("get-box-info", { box_no: box });
    expect(body).toMatchObject({
      items: [{ zongpai: outlived.zongpai, quantity: 6 }],
      entries: [{ zongpai: goods, category: outlived.category, quantity: 2 }],
    });
  });

  it("by the status of the goods, the category under its code and with no headroom", async () => {
    const { categories } = (await call("get-attachment-status", { zongpai: goods })).body;
    expect(categories).toEqual([
      {
        ...{
          category: outlived.category,
          label: outlived.category,
          configured_quantity: 5,
          boxed_quantity: 4,
        },
        ...{
          evidence: site.attachment.evidence.present,
          location: location(1),
          off_shelf: false,
          registered_at: expect.any(String),
        },
      },
    ]);
  });

  it("and goods that have some are boxed like any others", async () => {
    await done("post-box", { box_no: box, zongpai: goods, quantity: 1 });
  });

  it("by the history of the goods", async () => {
    const lines = linesOf(await historyOf(table, outlived.zongpai, { left: () => 5_000 }), site);
    expect(lines).toMatchObject([{ location: outlived.location }, { box_no: box, quantity: 6 }]);
    const changes = linesOf(await historyOf(table, goods, { left: () => 5_000 }), site);
    const { category } = outlived;
    expect(changes).toContainEqual(
      expect.objectContaining({ box_no: outlived.box_no, category, quantity: 2 }),
    );
    expect(changes).toContainEqual(expect.objectContaining({ evidence: category }));
  });

  it("by the audit, which finds nothing wrong with them", async () => {
    expect((await audited()).differences).toEqual([]);
  });
});

describe("of a category that the site gave up", () => {
  const { category } = outlived;
  const entry = { box_no: box, zongpai: goods, category };
  const lineOf = async () => (await statusOf(goods)).find((line) => line.category === category);
  it("the check tells it", () => counted("category"));

  it("nothing comes: no entry, no more of one, no configuration and no location", async () => {
    const before = await lineOf();
    await refused("categoryNotKnown", "post-attachment-box", {
      ...entry,
      box_no: boxNo(fresh()),
      quantity: 1,
    });
    await refused("categoryNotKnown", "patch-attachment-box", { ...entry, quantity: 3 });
    await refused("categoryNotKnown", "patch-attachment-box", {
      ...entry,
      box_no: boxNo(fresh()),
      quantity: 1,
    });
    await refused("categoryNotKnown", "delete-attachment-box", {
      ...entry,
      box_no: boxNo(fresh()),
    });
    await refused("categoryNotKnown", "put-attachment-config", {
      zongpai: goods,
      entries: [{ category, quantity: 9 }],
    });
    await refused("categoryNotKnown", "post-attachment-location", {
      zongpai: goods,
      category,
      off_shelf: true,
    });
    expect(await lineOf()).toEqual(before);
  });

  it("an entry that is stored may become less", async () => {
    const less = await call("patch-attachment-box", { ...entry, quantity: 1 });
    expect(less.body).toMatchObject({ ...entry, quantity: 1 });
    expect(await lineOf()).toMatchObject({ boxed_quantity: 3 });
  });

  it("the configuration goes with the next one, whatever the guard says, and what is boxed is still shown", async () => {
    const entries = site.attachment.categories.map(({ code }) => ({ category: code, quantity: 9 }));
    const config = await call("put-attachment-config", { zongpai: goods, entries });
    expect(config.body).toMatchObject({ removed: [category], blocked: [] });
    const line = await lineOf();
    expect(line).toMatchObject({ boxed_quantity: 3, location: location(1) });
    expect(line).not.toHaveProperty("configured_quantity");
  });

  it("an entry that is stored may be taken out, also after that", async () => {
    const gone = await call("delete-attachment-box", entry);
    expect(gone.body).toMatchObject({ ...entry, quantity: 1 });
    expect(await lineOf()).toMatchObject({ boxed_quantity: 2 });
    await refused("categoryNotKnown", "delete-attachment-box", entry);
    expect((await audited()).differences).toEqual([]);
  });
});

describe("a row that the check before a deployment counts as one that does not fit:", () => {
  const shown = async (filter: object) =>
    JSON.stringify((await call("location-overview", filter)).body);
  const placed = async (profile: typeof site, at: string) => {
    const one = zongpai(fresh());
    recorded(
      await locationStore(table, profile).register(
        { zongpai: one, ...placeOf({ location: at }, profile), at: Date.now() },
        anOperation(one, "post-trace-location"),
      ),
    );
    return one;
  };

  it("its zongpai is shown, and no request may name it", async () => {
    await counted("zongpai");
    expect(await shown({})).toContain(outlived.zongpai);
    const named = { box_no: box, zongpai: outlived.zongpai };
    for (const [id, fields] of [
      ["location-overview", { zongpai: outlived.zongpai }],
      ["post-trace-location", { zongpai: outlived.zongpai, location: location(1) }],
      ["edit-box", { ...named, quantity: 1 }],
      ["delete-box", named],
    ] as const)
      await refused("invalidZongpai", id, fields);
  });

  it("its box is shown with the goods, and no request may name it", async () => {
    await counted("boxNo");
    expect(await shown({ zongpai: goods })).toContain(outlived.box_no);
    const named = { box_no: outlived.box_no, zongpai: goods };
    for (const [id, fields] of [
      ["get-box-info", { box_no: outlived.box_no }],
      ["edit-box", { ...named, quantity: 1 }],
      ["delete-box", named],
    ] as const)
      await refused("invalidBoxNo", id, fields);
  });

  it("its location is shown but cannot be asked for, until the next scan", async () => {
    await counted("location");
    expect(await shown({})).toContain(outlived.location);
    await refused("invalidField", "location-overview", { location: outlived.location });
    const moved = await placed(before, outlived.location);
    await call("post-trace-location", { zongpai: moved, location: location(2) });
    expect(await shown({ zongpai: moved })).not.toContain(outlived.location);
  });

  it("in an area that is no more it is missed by its location and the area that it has now", async () => {
    const one = await placed(
      { ...site, location: { ...site.location, area: /^(.)/u } },
      location(3),
    );
    await counted("area");
    const { area } = placeOf({ location: location(3) }, site);
    expect(await shown({})).toContain(one);
    for (const filter of [{ location: location(3) }, { area }])
      expect(await shown(filter)).not.toContain(one);
  });

  it("in a shard that is not read it is missed by its location, and perhaps by others", async () => {
    const { read } = site.location.shards;
    for (const [write, byAll] of [
      [97, false],
      [2, true],
    ] as const) {
      const shards = { write, read: [write] };
      const shard = (at: string, write: number) =>
        placeKey({ zongpai: goods, off_shelf: false, location: at, at: 1 }, { write }).place_pk;
      const unread =
        Array.from({ length: 90 }, (_, n) => location(n + 5)).find(
          (at) => !read.some((number) => shard(at, number) === shard(at, write)),
        ) ?? "";
      const one = await placed({ ...site, location: { ...site.location, shards } }, unread);
      await counted("hidden");
      expect(await shown({ zongpai: one })).toContain(one);
      expect(await shown({ location: unread })).not.toContain(one);
      expect((await shown({})).includes(one)).toBe(byAll);
    }
  });
});
