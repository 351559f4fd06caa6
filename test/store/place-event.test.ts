import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, it } from "vitest";
import { changeIn } from "#infra/local/change-in.ts";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { locationKey, placeSpan } from "#lib/store/keys.ts";
import { queryAll } from "#lib/store/query.ts";
import { tableLayout } from "#lib/store/table.ts";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { plantRow } from "../support/planted.ts";
import { instant, placesOf, register } from "../support/requests.ts";
import { fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { rowAt, table } from "../support/table.ts";

/** What a later version may show of a place: the fields of the registration that put it there. */
const event = { later: "a field of a later version" };

/** Goods on the first shelf, whose row a later version wrote. */
const goodsWithEvent = async (): Promise<string> => {
  const goods = zongpai(fresh());
  await register(goods, 1);
  const { pk, sk, ...row } = await rowAt(locationKey(goods));
  await plantRow({ ...row, pk: String(pk), sk: String(sk), event });
  return goods;
};

it("the index shows these attributes, because another one needs a new index", () => {
  expect(
    [...tableLayout.index.projected].toSorted(),
    "DynamoDB changes no projection of a live index. Put a shown field of a place into its `event` (docs/add-an-endpoint.md); docs/restore.md says what a new index costs.",
  ).toEqual(
    [
      ...["area", "asked", "at", "box_no", "category", "event", "location"],
      ...["off_shelf", "quantity", "refusal", "v", "who", "zongpai"],
    ].toSorted(),
  );
});

describe("the event of a place, which a later version may show", () => {
  it("is in the index, and this version shows the place without it", async () => {
    const goods = await goodsWithEvent();
    const rows = await queryAll(table, placeSpan({}), deadlineWithin(5_000), { index: true });
    expect(rows.find((row) => row.zongpai === goods)).toMatchObject({ event });
    const { locations } = await placesOf(goods);
    expect(locations).toMatchObject([{ location: location(1), items: [{ zongpai: goods }] }]);
    expect(JSON.stringify(locations)).not.toContain(event.later);
    expect((await audited()).differences).toEqual([]);
  });

  it("leaves with a move, because the new registration puts the whole row", async () => {
    const goods = await goodsWithEvent();
    await register(goods, 2);
    expect(await rowAt(locationKey(goods))).not.toHaveProperty("event");
  });

  it.runIf(site.extensions.scannedAt)("stays at a late scan, which moves nothing", async () => {
    const goods = await goodsWithEvent();
    await register(goods, { location: location(2), scanned_at: instant(-60_000) });
    expect(await rowAt(locationKey(goods))).toMatchObject({ event });
  });

  it.runIf(site.routes.clear)("leaves with a clearing", async () => {
    const goods = await goodsWithEvent();
    await call("clear-place", { zongpai: goods });
    expect(await rowAt(locationKey(goods))).not.toHaveProperty("event");
  });

  it("is no operation for the feed of changes, because it has no kind", async () => {
    const goods = await goodsWithEvent();
    const NewImage = marshall(await rowAt(locationKey(goods)));
    const sending = { ...site, changes: { to: "queue" as const, who: false } };
    expect(changeIn({ dynamodb: { NewImage } }, sending)).toBeUndefined();
  });
});
