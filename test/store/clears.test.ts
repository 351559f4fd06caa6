import { describe, expect, it } from "vitest";
import { goodsKey, locationKey } from "#lib/store/keys.ts";
import { checkTable } from "../../commands/table/check-table.ts";
import { audited, traced } from "../support/audited.ts";
import { call, done } from "../support/client.ts";
import { spoil } from "../support/planted.ts";
import { category, configure, goodsWithHeadroom, locate, register } from "../support/requests.ts";
import { fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { rowAt, table } from "../support/table.ts";

const cleared = async () => {
  const { goods } = await goodsWithHeadroom(6);
  await register(goods);
  await locate(goods);
  for (const of of [{}, { category }]) await call("clear-place", { zongpai: goods, ...of });
  return goods;
};

describe.runIf(site.routes.clear)("what left", () => {
  it("keeps a row with its instant, which is not in the index", async () => {
    const goods = await cleared();
    for (const key of [locationKey(goods), locationKey(goods, category)]) {
      const { at, who, ...row } = await rowAt(key);
      expect([at, who]).toEqual([expect.any(Number), expect.any(String)]);
      expect(row).toMatchObject({ cleared: true });
      for (const attribute of ["place_pk", "place_sk", "location", "area", "off_shelf"])
        expect(row).not.toHaveProperty(attribute);
    }
    expect(await rowAt(goodsKey(goods))).not.toHaveProperty(`l_${category}`);
    expect((await audited()).differences).toEqual([]);
    expect((await checkTable(table, site, 2)).misfits).toEqual({});
  });

  it("is removed from the index and the located count if it was wrong", async () => {
    const goods = await cleared();
    await spoil(locationKey(goods, category), { place_pk: "P#0", place_sk: "S#A#B" });
    await spoil(goodsKey(goods), { [`l_${category}`]: true });
    const { differences } = await audited({ repairAs: "ada" });
    expect(differences.map(({ attribute }) => attribute).toSorted()).toEqual(
      [`l_${category}`, "place_pk", "place_sk"].toSorted(),
    );
    expect((await audited()).differences).toEqual([]);
  });

  it("is in the history: from where it left, and to where it came back", async () => {
    const goods = zongpai(fresh());
    await register(goods, 3);
    await call("clear-place", { zongpai: goods });
    await register(goods, 4);
    expect(await traced({ zongpai: goods })).toMatchObject([
      { location: location(3) },
      { cleared: true, before: { location: location(3) } },
      { location: location(4), before: { cleared: true } },
    ]);
  });

  it("can still be cleared once if the site dropped its category", async () => {
    const goods = await cleared();
    const key = locationKey(goods, "GONE");
    const place = { zongpai: goods, category: "GONE", off_shelf: false, location: location(1) };
    await spoil(key, { ...place, at: 1, place_pk: "P#0", place_sk: `S#A#${goods}` });
    await configure(goods, {});
    await done("clear-place", { zongpai: goods, category: "GONE" });
    expect(await rowAt(key)).toMatchObject({ cleared: true });
  });
});
