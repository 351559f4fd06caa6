import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { attributesOf } from "#lib/store/categories.ts";
import { boxItemKey, goodsKey, type Key, locationKey } from "#lib/store/keys.ts";
import type { Difference } from "../../commands/audit/differences.ts";
import { category, configure, goodsWithHeadroom, other, saveEntry } from "./attachments.ts";
import { call } from "./client.ts";
import { boxNo, fresh, location } from "./samples.ts";
import { site } from "./site.ts";
import { documents, tableName } from "./table.ts";

/** Goods on a shelf, in a box, with an attachment that is located, boxed and evidenced, and one of another category that is not. */
export type Sound = { readonly goods: string; readonly box: string };

export const soundGoods = async (): Promise<Sound> => {
  const { goods } = await goodsWithHeadroom(30);
  const box = boxNo(fresh());
  await call("post-trace-location", { zongpai: goods, location: location(1) });
  await call("post-attachment-location", { zongpai: goods, category, location: location(2) });
  await call("post-box", { box_no: box, zongpai: goods, quantity: 7 });
  await saveEntry(goods, box, 3);
  return { goods, box };
};

/** Sets attributes behind the service's back, or removes those that are `undefined`. */
export const spoil = async (
  key: Key,
  attributes: Readonly<Record<string, unknown>>,
): Promise<void> => {
  for (const [name, value] of Object.entries(attributes))
    await documents.send(
      new UpdateCommand({
        TableName: tableName,
        Key: key,
        UpdateExpression: value === undefined ? "REMOVE #n" : "SET #n = :v",
        ExpressionAttributeNames: { "#n": name },
        ...(value === undefined ? {} : { ExpressionAttributeValues: { ":v": value } }),
      }),
    );
};

const remove = (key: Key) => documents.send(new DeleteCommand({ TableName: tableName, Key: key }));

/** A fault, and what an audit must say of it at least. */
export type Fault = {
  readonly name: string;
  readonly plant: (sound: Sound) => Promise<unknown>;
  /** What a person must do beside the repair, for nobody else knows what was there. */
  readonly mend?: (sound: Sound) => Promise<unknown>;
  readonly told: (sound: Sound) => readonly Pick<Difference, "kind" | "key" | "attribute">[];
};

const of = attributesOf(category);
const { attachment, box } = site;

const counter = (
  name: string,
  kind: Difference["kind"],
  attribute: string,
  value: unknown,
  before: (sound: Sound) => Promise<unknown> = async () => {},
): Fault => ({
  name,
  plant: async (sound) => {
    await before(sound);
    await spoil(goodsKey(sound.goods), { [attribute]: value });
  },
  told: ({ goods }) => [{ kind, key: goodsKey(goods), attribute }],
});

const index = (
  name: string,
  attribute: string,
  value: unknown,
  keyOf: (sound: Sound) => Key,
): Fault => ({
  name,
  plant: (sound) => spoil(keyOf(sound), { [attribute]: value }),
  told: (sound) => [{ kind: "index", key: keyOf(sound), attribute }],
});

const deleteEntry = (sound: Sound) =>
  call("delete-attachment-box", { box_no: sound.box, zongpai: sound.goods, category });

/** A fault of every kind that a site can have. */
export const faults: readonly Fault[] = [
  counter("a boxed quantity that is too high", "productBoxed", "boxed", 99_900),
  counter("a boxed quantity that is gone", "productBoxed", "boxed", undefined),
  counter("an attachment's boxed quantity that is too low", "boxed", of.boxed, 1),
  counter("an attachment's boxed quantity that is gone", "boxed", of.boxed, undefined),
  counter(
    "counters of a category of which there is no entry",
    "boxed",
    attributesOf(other).boxed,
    4,
  ),
  counter(
    "counters of a category that the site does not have",
    "boxed",
    attributesOf("GONE").boxed,
    4,
  ),
  counter("an attachment located without a location", "located", attributesOf(other).located, true),
  counter("a location without its attachment being located", "located", of.located, undefined),
  ...(attachment.realEvidence.includes("location")
    ? []
    : [counter("evidence that is missing", "evidence", of.evidence, undefined)]),
  ...(attachment.flipsBack
    ? [counter("evidence that did not flip back", "evidence", of.evidence, "s#old", deleteEntry)]
    : []),
  ...(box.beyondOrdered === "refuse"
    ? [
        counter("a headroom of goods that is wrong", "productHeadroom", "headroom", 12_345),
        counter("a headroom of goods that is gone", "productHeadroom", "headroom", undefined),
      ]
    : [counter("a headroom of goods where nothing keeps one", "productHeadroom", "headroom", 5)]),
  counter("a headroom of an attachment that is wrong", "headroom", of.headroom, 54_321),
  ...(attachment.cap.rule === "fixed"
    ? []
    : [counter("a headroom of an attachment that is gone", "headroom", of.headroom, undefined)]),
  index("goods in another shard of the index", "place_pk", "P#99", ({ goods }) =>
    locationKey(goods),
  ),
  index("goods at another shelf of the index", "place_sk", "S#elsewhere", ({ goods }) =>
    locationKey(goods),
  ),
  index("an attachment that is not in the index", "place_pk", undefined, ({ goods }) =>
    locationKey(goods, category),
  ),
  index("goods in another area", "area", "elsewhere", ({ goods }) => locationKey(goods)),
  index(
    "an item under other goods in the index",
    "place_pk",
    goodsKey("ELSE").pk,
    ({ goods, box }) => boxItemKey(box, goods),
  ),
  index("an entry under another box in the index", "place_sk", "B#elsewhere", ({ goods, box }) =>
    boxItemKey(box, goods, category),
  ),
  {
    name: "entries whose goods row is missing",
    plant: ({ goods }) => remove(goodsKey(goods)),
    // The configuration is gone with the row, and the guard would have kept it.
    ...(attachment.removalGuard.includes("boxed")
      ? { mend: ({ goods }: Sound) => configure(goods, { [category]: 30 }) }
      : {}),
    told: ({ goods }) => [
      { kind: "goodsMissing", key: goodsKey(goods), attribute: "sk" },
      { kind: "productBoxed", key: goodsKey(goods), attribute: "boxed" },
      { kind: "boxed", key: goodsKey(goods), attribute: of.boxed },
    ],
  },
  {
    name: "an entry that nobody recorded, and that the index does not lead to",
    plant: ({ goods, box }) =>
      documents.send(
        new PutCommand({
          TableName: tableName,
          Item: {
            ...boxItemKey(`${box}9`, goods, other),
            box_no: `${box}9`,
            zongpai: goods,
            category: other,
            quantity: 2,
            at: 1,
          },
        }),
      ),
    told: ({ goods, box }) => [
      { kind: "boxed", key: goodsKey(goods), attribute: attributesOf(other).boxed },
      { kind: "index", key: boxItemKey(`${box}9`, goods, other), attribute: "place_pk" },
    ],
  },
];

/** Faults that no rule can put right: a person must look at the row. */
export const unreadable: readonly Fault[] = [
  {
    name: "an entry without a quantity",
    plant: ({ goods, box }) => spoil(boxItemKey(box, goods, category), { quantity: "three" }),
    told: ({ goods, box }) => [
      { kind: "unreadable", key: boxItemKey(box, goods, category), attribute: "pk" },
    ],
  },
  {
    name: "an item that says it is of other goods",
    plant: ({ goods, box }) => spoil(boxItemKey(box, goods), { zongpai: "ELSE" }),
    told: ({ goods, box }) => [
      { kind: "unreadable", key: boxItemKey(box, goods), attribute: "pk" },
    ],
  },
  {
    name: "a goods row whose counter is no number",
    plant: ({ goods }) => spoil(goodsKey(goods), { boxed: "seven" }),
    told: ({ goods }) => [{ kind: "unreadable", key: goodsKey(goods), attribute: "pk" }],
  },
];
