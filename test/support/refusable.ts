import type { Condition, ErrorGroup } from "#lib/errors.ts";
import { boxes, category, configure, goodsWithHeadroom, lineOf, saveEntry } from "./attachments.ts";
import { type Answer, call } from "./client.ts";
import { boxNo, fresh, location, ordered, zongpai } from "./samples.ts";
import { site } from "./site.ts";

type Headers = Record<string, string>;

/** A write, what another scanner does so that it is refused, and what frees the way again. */
type Staged = {
  readonly ask: (headers: Headers) => Promise<Answer>;
  readonly bar: () => Promise<unknown>;
  readonly free: () => Promise<unknown>;
  /** What the write would have changed; and what is there as long as it was not recorded. */
  readonly there: () => Promise<unknown>;
  readonly unchanged: unknown;
};

export type Refusable = {
  readonly name: string;
  readonly condition: Condition;
  readonly group: ErrorGroup;
  /** Everything that the write stands on is verified, so that one transaction is all that it takes. */
  readonly stage: () => Promise<Staged>;
};

const contents = async (box_no: string) =>
  (
    (await call("get-box-info", { box_no })).body.items as { zongpai: string; quantity: number }[]
  ).map(({ quantity }) => quantity);

/** An item of which goods and box are verified, and which is in no box. */
export const verifiedItem = async () => {
  const n = fresh();
  const item = { box_no: boxNo(n), zongpai: zongpai(n) };
  await call("post-box", { ...item, quantity: 1 });
  await call("delete-box", item);
  return item;
};

const ofProducts: readonly Refusable[] = [
  {
    name: "goods that are in the box already",
    condition: "duplicateBoxItem",
    group: "product",
    stage: async () => {
      const item = await verifiedItem();
      return {
        ask: (headers) => call("post-box", { ...item, quantity: 5 }, headers),
        bar: () => call("post-box", { ...item, quantity: 7 }),
        free: () => call("delete-box", item),
        there: () => contents(item.box_no),
        unchanged: [],
      };
    },
  },
  {
    name: "a correction of goods that are not in the box",
    condition: "itemNotFound",
    group: "product",
    stage: async () => {
      const item = await verifiedItem();
      await call("post-box", { ...item, quantity: 5 });
      return {
        ask: (headers) => call("edit-box", { ...item, quantity: 9 }, headers),
        bar: () => call("delete-box", item),
        free: () => call("post-box", { ...item, quantity: 5 }),
        there: () => contents(item.box_no),
        unchanged: [5],
      };
    },
  },
  ...(site.box.beyondOrdered === "allow"
    ? []
    : [
        {
          name: "goods beyond what was ordered",
          condition: "boxedBeyondOrdered",
          group: "product",
          stage: async () => {
            const item = await verifiedItem();
            const other = { ...item, box_no: (await verifiedItem()).box_no };
            return {
              ask: (headers) => call("post-box", { ...item, quantity: 5 }, headers),
              bar: () => call("post-box", { ...other, quantity: ordered }),
              free: () => call("delete-box", other),
              there: () => contents(item.box_no),
              unchanged: [],
            };
          },
        } satisfies Refusable,
      ]),
];

/** Goods with room for so many, of which the attachment is located and boxes are verified. */
const withRoom = async (units: number) => {
  const { goods, headroom } = await goodsWithHeadroom(units);
  const [mine = "", theirs = ""] = boxes(2);
  await call("post-attachment-location", { zongpai: goods, category, location: location(1) });
  for (const box of [mine, theirs]) {
    await saveEntry(goods, box, 1);
    await call("delete-attachment-box", { box_no: box, zongpai: goods, category });
  }
  const boxed = async () => (await lineOf(goods))?.boxed_quantity;
  return { goods, headroom, mine, theirs, boxed };
};

const takeOut = (zongpai: string, box_no: string) =>
  call("delete-attachment-box", { box_no, zongpai, category });

const ofAttachments: readonly Refusable[] = [
  {
    name: "an attachment beyond its cap",
    condition: "capExceeded",
    group: "accessory",
    stage: async () => {
      const { goods, headroom, mine, theirs, boxed } = await withRoom(6);
      return {
        ask: (headers) => saveEntry(goods, mine, 2, category, headers),
        bar: () => saveEntry(goods, theirs, headroom),
        free: () => takeOut(goods, theirs),
        there: boxed,
        unchanged: 0,
      };
    },
  },
  {
    name: "a correction of an attachment beyond its cap",
    condition: "capExceeded",
    group: "accessory",
    stage: async () => {
      const { goods, headroom, mine, theirs, boxed } = await withRoom(6);
      await saveEntry(goods, mine, 1);
      return {
        ask: (headers) =>
          call(
            "patch-attachment-box",
            { box_no: mine, zongpai: goods, category, quantity: 3 },
            headers,
          ),
        bar: () => saveEntry(goods, theirs, headroom - 1),
        free: () => takeOut(goods, theirs),
        there: boxed,
        unchanged: 1,
      };
    },
  },
  {
    name: "an attachment that is in the box already",
    condition: "duplicateBoxItem",
    group: "accessory",
    stage: async () => {
      const { goods, mine, boxed } = await withRoom(6);
      return {
        ask: (headers) => saveEntry(goods, mine, 2, category, headers),
        bar: () => saveEntry(goods, mine, 1),
        free: () => takeOut(goods, mine),
        there: boxed,
        unchanged: 0,
      };
    },
  },
  {
    name: "an attachment that is not configured",
    condition: "categoryNotConfigured",
    group: "accessory",
    stage: async () => {
      const { goods } = await goodsWithHeadroom(6);
      const [box = ""] = boxes(1);
      await saveEntry(goods, box, 1);
      await takeOut(goods, box);
      return {
        ask: (headers) => saveEntry(goods, box, 2, category, headers),
        bar: () => configure(goods, {}),
        free: () => configure(goods, { [category]: 6 }),
        there: async () => (await lineOf(goods))?.boxed_quantity,
        unchanged: 0,
      };
    },
  },
  ...(site.attachment.removalGuard.includes("boxed") &&
  !site.attachment.realEvidence.includes("location")
    ? [
        {
          name: "the removal of a category that is boxed",
          condition: "removalRefused",
          group: "accessory",
          stage: async () => {
            const { goods } = await goodsWithHeadroom(6);
            const [box = ""] = boxes(1);
            await saveEntry(goods, box, 1);
            await takeOut(goods, box);
            return {
              ask: (headers) =>
                call("put-attachment-config", { zongpai: goods, entries: [] }, headers),
              bar: () => saveEntry(goods, box, 1),
              free: () => takeOut(goods, box),
              there: async () => (await lineOf(goods)) !== undefined,
              unchanged: true,
            };
          },
        } satisfies Refusable,
      ]
    : []),
];

/** Refusals of every kind, each in a race that the write could have won. */
export const refusables = { ofProducts, ofAttachments };
