import { afterEach, describe, expect, it } from "vitest";
import { checkTable, rememberAnswers } from "../../commands/table/check-table.ts";
import { audited } from "../support/audited.ts";
import { soundGoods } from "../support/planted.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

type Changed = typeof site;
const { attachment, box, extensions, formats, location } = site;
const { quantity } = formats;

const withFormats = (changed: Partial<Changed["formats"]>): Changed => ({
  ...site,
  formats: { ...formats, ...changed },
});
const withAttachment = (changed: Partial<Changed["attachment"]>): Changed => ({
  ...site,
  attachment: { ...attachment, ...changed },
});
const withLocation = (changed: Partial<Changed["location"]>): Changed => ({
  ...site,
  location: { ...location, ...changed },
});

const misfit = (kind: string) => ({ misfits: { [kind]: expect.any(Number) } });
const treated = (path: string, treatment: string) => ({ changed: [{ path, treatment }] });
const repairable = (path: string) => treated(path, "repair");
const pattern = /^none$/;

type Change = readonly [path: string, changed: Changed, found: object];

/** Answers that shape rows, with what the check finds after each was changed. */
const repaired: readonly Change[] = [
  ["location.area", withLocation({ area: /^(.)/u }), misfit("area")],
  [
    "location.shards",
    withLocation({ shards: { write: 13, read: [13] } }),
    { ...treated("location.shards", "shards"), ...misfit("hidden") },
  ],
  [
    "attachment.cap",
    withAttachment({
      cap:
        attachment.cap.rule === "fixed" ? { rule: "configured" } : { rule: "fixed", quantity: 500 },
    }),
    repairable("attachment.cap"),
  ],
  [
    "box.beyondOrdered",
    { ...site, box: { ...box, beyondOrdered: box.beyondOrdered === "allow" ? "refuse" : "allow" } },
    repairable("box.beyondOrdered"),
  ],
  [
    "attachment.flipsBack",
    withAttachment({ flipsBack: !attachment.flipsBack }),
    repairable("attachment.flipsBack"),
  ],
  [
    "attachment.offShelfIsLocated",
    withAttachment({ offShelfIsLocated: !attachment.offShelfIsLocated }),
    repairable("attachment.offShelfIsLocated"),
  ],
  [
    "extensions.idempotencyKey",
    { ...site, extensions: { ...extensions, idempotencyKey: { header: "Another-Key" } } },
    treated("extensions.idempotencyKey", "drain"),
  ],
  ["a wider format", withFormats({ zongpai: { ...formats.zongpai, pattern: /^.+$/u } }), {}],
  ["a note off the shelf", withLocation({ offShelfNote: false }), {}],
];

const refused: readonly Change[] = [
  [
    "formats.quantity.decimals",
    withFormats({ quantity: { ...quantity, decimals: quantity.decimals + 1 } }),
    treated("formats.quantity.decimals", "refused"),
  ],
  ...(["zongpai", "boxNo", "location"] as const).map(
    (name): Change => [
      `formats.${name}`,
      withFormats({ [name]: { ...formats[name], pattern } }),
      misfit(name),
    ],
  ),
  [
    "attachment.categories",
    withAttachment({ categories: [{ code: "NEW", label: "New" }] }),
    misfit("category"),
  ],
];

/** Goods are written, then the answer is changed. */
const expectCheck = async (changed: Changed, found: object) => {
  await soundGoods();
  await rememberAnswers(table, site, 1);
  const rows = expect.any(Number);
  const fits = { rememberedAt: 1, changed: [], rows, misfits: {}, waiting: 0 };
  expect(await checkTable(table, site, 2)).toEqual(fits);
  expect(await checkTable(table, changed, 2)).toEqual({ ...fits, ...found });
};

describe("a change of an answer that shapes what is written", () => {
  afterEach(() => audited({ repairAs: "ada" }));

  it.each(refused)("is found by the check: %s", (_, changed, found) => expectCheck(changed, found));

  it.each(repaired)(
    "is found by the check, and a repair follows it: %s",
    async (_, changed, found) => {
      await expectCheck(changed, found);
      await audited({ repairAs: "ada" }, changed);
      expect((await audited({}, changed)).differences).toEqual([]);
      expect((await checkTable(table, changed, 2)).misfits).toEqual({});
    },
  );
});
