import type { Condition, ErrorGroup } from "#lib/errors.ts";
import { goodsKey } from "#lib/store/keys.ts";
import { boxes, category, configure, goodsWithHeadroom, lineOf, saveEntry } from "./attachments.ts";
import { type Answer, call } from "./client.ts";
import { spoil } from "./planted.ts";
import { fresh, itemOf, location, ordered } from "./samples.ts";
import { site } from "./site.ts";

type Headers = Record<string, string>;

/** A write, what another scanner does so that it is refused, and what makes it possible again. */
type Staged = {
  readonly ask: (headers: Headers) => Promise<Answer>;
  readonly bar: () => Promise<unknown>;
  readonly free: () => Promise<unknown>;
  /** What the write changes. */
  readonly there: () => Promise<unknown>;
};

export type Refusable = {
  readonly name: string;
  readonly condition: Condition;
  readonly group: ErrorGroup;
  /** Verifies what the write needs, so that one transaction is all that it takes. */
  readonly stage: () => Promise<Staged>;
};

/** An item of which goods and box are verified, and which is in no box. */
export const verifiedItem = async () => {
  const item = itemOf(fresh());
  await call("post-box", { ...item, quantity: 1 });
  await call("delete-box", item);
  return item;
};

/** One whose verification is too old, which the process that saved it does not know. */
export const lapsedItem = async () => {
  const item = await verifiedItem();
  await spoil(goodsKey(item.zongpai), { verified_at: undefined });
  return item;
};

type Item = ReturnType<typeof itemOf>;

const save = (item: Item, quantity: number, headers: Headers = {}) =>
  call("post-box", { ...item, quantity }, headers);
const takeOut = (item: Item) => call("delete-box", item);

const ofProduct = (
  name: string,
  condition: Condition,
  stage: (item: Item) => Promise<Omit<Staged, "there">>,
): Refusable => ({
  name,
  condition,
  group: "product",
  stage: async () => {
    const item = await verifiedItem();
    const there = async () =>
      (await call("get-box-info", { box_no: item.box_no })).body.items_quantity;
    return { ...(await stage(item)), there };
  },
});

const ofProducts = [
  ofProduct("goods that are in the box already", "duplicateBoxItem", async (item) => ({
    ask: (headers) => save(item, 5, headers),
    bar: () => save(item, 7),
    free: () => takeOut(item),
  })),
  ofProduct("a correction of goods that are not in the box", "itemNotFound", async (item) => {
    await save(item, 5);
    return {
      ask: (headers) => call("edit-box", { ...item, quantity: 9 }, headers),
      bar: () => takeOut(item),
      free: () => save(item, 5),
    };
  }),
  ...(site.box.beyondOrdered === "allow"
    ? []
    : [
        ofProduct("goods beyond what was ordered", "boxedBeyondOrdered", async (item) => {
          const other = { ...item, box_no: (await verifiedItem()).box_no };
          return {
            ask: (headers) => save(item, 5, headers),
            bar: () => save(other, ordered),
            free: () => takeOut(other),
          };
        }),
      ]),
];

/** Goods of which so many may be boxed, and two boxes that are verified. */
const verifiedGoods = async (located: boolean) => {
  const { goods, headroom } = await goodsWithHeadroom(6);
  const [mine = "", theirs = ""] = boxes(2);
  if (located)
    await call("post-attachment-location", { zongpai: goods, category, location: location(1) });
  const takeOut = (box_no: string) =>
    call("delete-attachment-box", { box_no, zongpai: goods, category });
  const save = (box_no: string, quantity: number, headers?: Headers) =>
    saveEntry(goods, box_no, quantity, category, headers);
  for (const box of [mine, theirs]) {
    await save(box, 1);
    await takeOut(box);
  }
  return { goods, headroom, mine, theirs, save, takeOut };
};

const ofAttachment = (
  name: string,
  condition: Condition,
  stage: (verified: Awaited<ReturnType<typeof verifiedGoods>>) => Promise<Omit<Staged, "there">>,
  located = true,
): Refusable => ({
  name,
  condition,
  group: "accessory",
  stage: async () => {
    const verified = await verifiedGoods(located);
    const there = async () => (await lineOf(verified.goods))?.boxed_quantity;
    return { ...(await stage(verified)), there };
  },
});

const ofAttachments = [
  ofAttachment(
    "an attachment beyond its cap",
    "capExceeded",
    async ({ headroom, mine, theirs, save, takeOut }) => ({
      ask: (headers) => save(mine, 2, headers),
      bar: () => save(theirs, headroom),
      free: () => takeOut(theirs),
    }),
  ),
  ofAttachment(
    "a correction of an attachment beyond its cap",
    "capExceeded",
    async ({ goods, headroom, mine, theirs, save, takeOut }) => {
      await save(mine, 1);
      const more = { box_no: mine, zongpai: goods, category, quantity: 3 };
      return {
        ask: (headers) => call("patch-attachment-box", more, headers),
        bar: () => save(theirs, headroom - 1),
        free: () => takeOut(theirs),
      };
    },
  ),
  ofAttachment(
    "an attachment that is in the box already",
    "duplicateBoxItem",
    async ({ mine, save, takeOut }) => ({
      ask: (headers) => save(mine, 2, headers),
      bar: () => save(mine, 1),
      free: () => takeOut(mine),
    }),
  ),
  ofAttachment(
    "an attachment that is not configured",
    "categoryNotConfigured",
    async ({ goods, mine, save }) => ({
      ask: (headers) => save(mine, 2, headers),
      bar: () => configure(goods, {}),
      free: () => configure(goods, { [category]: 6 }),
    }),
    false,
  ),
  ...(site.attachment.removalGuard.includes("boxed") &&
  !site.attachment.realEvidence.includes("location")
    ? [
        ofAttachment(
          "the removal of a category that is boxed",
          "removalRefused",
          async ({ goods, mine, save, takeOut }) => ({
            ask: (headers) =>
              call("put-attachment-config", { zongpai: goods, entries: [] }, headers),
            bar: () => save(mine, 1),
            free: () => takeOut(mine),
          }),
          false,
        ),
      ]
    : []),
];

/** Refusals of every kind, each in a race that the write could have won. */
export const refusables = { ofProducts, ofAttachments };
