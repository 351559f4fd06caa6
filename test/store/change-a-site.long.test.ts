import { afterEach, describe, expect, it } from "vitest";
import { checkTable, rememberAnswers } from "../../commands/table/check-table.ts";
import { audited } from "../support/audited.ts";
import { soundGoods } from "../support/planted.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

type Changed = typeof site;
const { attachment, box, extensions, formats, location } = site;

const otherCap: Changed["attachment"]["cap"] =
  attachment.cap.rule === "fixed" ? { rule: "configured" } : { rule: "fixed", quantity: 500 };
const no = /^none$/;

/** Answers that shape rows, with what must come of a change of each: what the check says, and whether a repair brings the table to it. */
const changes: readonly (readonly [
  path: string,
  changed: Changed,
  told: object,
  repaired: boolean,
])[] = [
  [
    "location.area",
    { ...site, location: { ...location, area: /^(.)/u } },
    { misfits: { area: expect.any(Number) } },
    true,
  ],
  [
    "location.shards",
    { ...site, location: { ...location, shards: { write: 13, read: [13] } } },
    {
      changed: [{ path: "location.shards", treatment: "shards" }],
      misfits: { hidden: expect.any(Number) },
    },
    true,
  ],
  [
    "formats.quantity.decimals",
    {
      ...site,
      formats: {
        ...formats,
        quantity: { ...formats.quantity, decimals: formats.quantity.decimals + 1 },
      },
    },
    { changed: [{ path: "formats.quantity.decimals", treatment: "refused" }] },
    false,
  ],
  [
    "formats.zongpai",
    { ...site, formats: { ...formats, zongpai: { ...formats.zongpai, pattern: no } } },
    { misfits: { zongpai: expect.any(Number) } },
    false,
  ],
  [
    "formats.boxNo",
    { ...site, formats: { ...formats, boxNo: { ...formats.boxNo, pattern: no } } },
    { misfits: { boxNo: expect.any(Number) } },
    false,
  ],
  [
    "formats.location",
    { ...site, formats: { ...formats, location: { ...formats.location, pattern: no } } },
    { misfits: { location: expect.any(Number) } },
    false,
  ],
  [
    "attachment.categories",
    { ...site, attachment: { ...attachment, categories: [{ code: "NEW", label: "New" }] } },
    { misfits: { category: expect.any(Number) } },
    false,
  ],
  [
    "attachment.cap",
    { ...site, attachment: { ...attachment, cap: otherCap } },
    { changed: [{ path: "attachment.cap", treatment: "repair" }] },
    true,
  ],
  [
    "box.beyondOrdered",
    { ...site, box: { ...box, beyondOrdered: box.beyondOrdered === "allow" ? "refuse" : "allow" } },
    { changed: [{ path: "box.beyondOrdered", treatment: "repair" }] },
    true,
  ],
  [
    "attachment.flipsBack",
    { ...site, attachment: { ...attachment, flipsBack: !attachment.flipsBack } },
    { changed: [{ path: "attachment.flipsBack", treatment: "repair" }] },
    true,
  ],
  [
    "attachment.offShelfIsLocated",
    { ...site, attachment: { ...attachment, offShelfIsLocated: !attachment.offShelfIsLocated } },
    { changed: [{ path: "attachment.offShelfIsLocated", treatment: "repair" }] },
    true,
  ],
  [
    "extensions.idempotencyKey",
    { ...site, extensions: { ...extensions, idempotencyKey: { header: "Another-Key" } } },
    { changed: [{ path: "extensions.idempotencyKey", treatment: "drain" }] },
    true,
  ],
  [
    "a wider format",
    { ...site, formats: { ...formats, zongpai: { ...formats.zongpai, pattern: /^.+$/u } } },
    { changed: [], misfits: {} },
    true,
  ],
  [
    "a note off the shelf",
    { ...site, location: { ...location, offShelfNote: false } },
    { changed: [], misfits: {} },
    true,
  ],
];

describe("an answer that shapes what is written", () => {
  afterEach(() => audited({ repairAs: "ada" }));

  for (const [path, changed, told, repaired] of changes)
    it(`is not changed unseen: ${path}`, async () => {
      await soundGoods();
      await rememberAnswers(table, site, 1);
      const fits = {
        rememberedAt: 1,
        changed: [],
        rows: expect.any(Number),
        misfits: {},
        waiting: 0,
      };
      expect(await checkTable(table, site, 2)).toEqual(fits);
      expect(await checkTable(table, changed, 2)).toEqual({ ...fits, ...told });
      if (!repaired) return;
      await audited({ repairAs: "ada" }, changed);
      expect((await audited({}, changed)).differences).toEqual([]);
      expect((await checkTable(table, changed, 2)).misfits).toEqual({});
    });
});
