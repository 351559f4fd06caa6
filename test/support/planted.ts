import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { attributesOf } from "#lib/store/categories.ts";
import { type RowChange, updateAction } from "#lib/store/expression.ts";
import { boxItemKey, goodsKey, locationKey, type TableKey } from "#lib/store/keys.ts";
import type { AttributeDifference } from "../../commands/audit/counter-faults.ts";
import { call } from "./client.ts";
import {
  category,
  configure,
  goodsWithHeadroom,
  other,
  saveEntry,
  verifiedItem,
} from "./requests.ts";
import { boxNo, fresh, location } from "./samples.ts";
import { site } from "./site.ts";
import { documents, tableName as TableName } from "./table.ts";

/**
 * Goods on a shelf and in a box. They have a located, boxed and evidenced attachment, and one of another category that is none of these.
 */
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

type Value = NonNullable<RowChange["set"]>[string];

/** Sets attributes directly in the table, or removes those that are `undefined`. */
export const spoil = async (
  key: TableKey,
  attributes: Readonly<Record<string, Value | undefined>>,
): Promise<void> => {
  const set: Record<string, Value> = {};
  const remove: string[] = [];
  for (const [name, value] of Object.entries(attributes))
    if (value === undefined) remove.push(name);
    else set[name] = value;
  await documents.send(
    new UpdateCommand({ TableName, ...updateAction(key, { set, remove }).Update }),
  );
};

/** An item whose verification is too old, unknown to the process that saved it. */
export const lapsedItem = async () => {
  const item = await verifiedItem();
  await spoil(goodsKey(item.zongpai), { verified_at: undefined });
  return item;
};

/** Writes a row directly into the table. */
export const plantRow = (Item: object) =>
  documents.send(new PutCommand({ TableName, Item: { ...Item } }));

/** A fault, and the least that an audit must find of it. */
export type Fault = {
  readonly name: string;
  readonly plant: (sound: Sound) => Promise<unknown>;
  /** The steps that a person must do besides the repair, because the data is lost. */
  readonly mend?: (sound: Sound) => Promise<unknown>;
  readonly found: (
    sound: Sound,
  ) => readonly Pick<AttributeDifference, "kind" | "key" | "attribute">[];
};

type KeyOf = (sound: Sound) => TableKey;
const rowOf: KeyOf = ({ goods }) => goodsKey(goods);
const placeOf: KeyOf = ({ goods }) => locationKey(goods);
const attachmentOf: KeyOf = ({ goods }) => locationKey(goods, category);
const itemOf: KeyOf = ({ goods, box }) => boxItemKey(box, goods);
const entryOf: KeyOf = ({ goods, box }) => boxItemKey(box, goods, category);

const one = attributesOf(category);
const two = attributesOf(other);
const { attachment, box } = site;

const deleteEntry = ({ goods, box }: Sound) =>
  call("delete-attachment-box", { box_no: box, zongpai: goods, category });

type Spoilt = readonly [
  name: string,
  kind: AttributeDifference["kind"],
  keyOf: KeyOf,
  attribute: string,
  value: Value | undefined,
  before?: (sound: Sound) => Promise<unknown>,
];

const spoilt: readonly Spoilt[] = [
  ["a boxed quantity that is too high", "productBoxed", rowOf, "boxed", 99_900],
  ["a boxed quantity that is gone", "productBoxed", rowOf, "boxed", undefined],
  ["an attachment's boxed quantity that is too low", "boxed", rowOf, one.boxed, 1],
  ["an attachment's boxed quantity that is gone", "boxed", rowOf, one.boxed, undefined],
  ["counters of a category of which there is no entry", "boxed", rowOf, two.boxed, 4],
  ["counters of an unknown category", "boxed", rowOf, attributesOf("GONE").boxed, 4],
  ["an attachment located without a location", "located", rowOf, two.located, true],
  ["a location without its attachment located", "located", rowOf, one.located, undefined],
  ["a headroom of an attachment that is wrong", "headroom", rowOf, one.headroom, 54_321],
  ["goods in another partition of the index", "index", placeOf, "place_pk", "P#99"],
  ["goods at another shelf of the index", "index", placeOf, "place_sk", "S#elsewhere"],
  ["goods in another area", "index", placeOf, "area", "elsewhere"],
  ["an attachment that is not in the index", "index", attachmentOf, "place_pk", undefined],
  ["an item under other goods in the index", "index", itemOf, "place_pk", goodsKey("ELSE").pk],
  ["an entry under another box in the index", "index", entryOf, "place_sk", "B#elsewhere"],
];

/** Faults that exist only under some rules of a site. */
const byRules: readonly (readonly [boolean, Spoilt])[] = [
  [
    !attachment.realEvidence.includes("location"),
    ["evidence that is missing", "evidence", rowOf, one.evidence, undefined],
  ],
  [
    attachment.flipsBack,
    ["evidence that did not flip back", "evidence", rowOf, one.evidence, "s#old", deleteEntry],
  ],
  [
    true,
    ["a headroom of goods that is wrong or unasked for", "productHeadroom", rowOf, "headroom", 5],
  ],
  [
    box.beyondOrdered === "refuse",
    ["a headroom of goods that is gone", "productHeadroom", rowOf, "headroom", undefined],
  ],
  [
    attachment.cap.rule !== "fixed",
    ["a headroom of an attachment that is gone", "headroom", rowOf, one.headroom, undefined],
  ],
];

/** A fault of every kind that a site can have. */
export const faults: readonly Fault[] = [
  ...[...spoilt, ...byRules.flatMap(([applies, fault]) => (applies ? [fault] : []))].map(
    ([name, kind, keyOf, attribute, value, before]): Fault => ({
      name,
      plant: async (sound) => {
        await before?.(sound);
        await spoil(keyOf(sound), { [attribute]: value });
      },
      found: (sound) => [{ kind, key: keyOf(sound), attribute }],
    }),
  ),
  {
    name: "entries whose goods row is missing",
    plant: (sound) => documents.send(new DeleteCommand({ TableName, Key: rowOf(sound) })),
    // The configuration is lost with the row, although the guard protects it.
    ...(attachment.removalGuard.includes("boxed")
      ? { mend: ({ goods }: Sound) => configure(goods, { [category]: 30 }) }
      : {}),
    found: (sound) => [
      { kind: "productBoxed", key: rowOf(sound), attribute: "boxed" },
      { kind: "boxed", key: rowOf(sound), attribute: one.boxed },
    ],
  },
  {
    name: "an entry that no request recorded, and that the index lacks",
    plant: ({ goods, box }) => {
      const ref = { box_no: `${box}9`, zongpai: goods, category: other };
      return plantRow({ ...boxItemKey(ref.box_no, goods, other), ...ref, quantity: 2, at: 1 });
    },
    found: ({ goods, box }) => [
      { kind: "boxed", key: goodsKey(goods), attribute: two.boxed },
      { kind: "index", key: boxItemKey(`${box}9`, goods, other), attribute: "place_pk" },
    ],
  },
];

const unreadableRow = (name: string, keyOf: KeyOf, attribute: string, value: Value): Fault => ({
  name,
  plant: (sound) => spoil(keyOf(sound), { [attribute]: value }),
  found: (sound) => [{ kind: "unreadable", key: keyOf(sound), attribute: "pk" }],
});

/** Faults that no rule can repair, so that a person must look at the row. */
export const unreadable: readonly Fault[] = [
  unreadableRow("an entry without a quantity", entryOf, "quantity", "three"),
  unreadableRow("an item that says it is of other goods", itemOf, "zongpai", "ELSE"),
  unreadableRow("a goods row whose counter is no number", rowOf, "boxed", "seven"),
];
