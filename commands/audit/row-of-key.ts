import type { Subject } from "#lib/domain/operation.ts";
import type { Item } from "#lib/store/expression.ts";
import {
  answersKey,
  boxItemKey,
  boxLocationKey,
  erpCopyKey,
  goodsKey,
  type Key,
  locationKey,
  operationKey,
  textOf as text,
} from "#lib/store/keys.ts";

/** What a key says of its row. */
export type RowName = Readonly<
  | { kind: "goods"; zongpai: string }
  | { kind: "location"; zongpai: string; category?: string; box_no?: undefined }
  | { kind: "location"; box_no: string; zongpai?: undefined; category?: undefined }
  | ({ kind: "operation"; id: string } & Subject)
  | { kind: "item"; box_no: string; zongpai: string; category?: string }
  | { kind: "copy"; box_no: string }
  | { kind: "answers" }
>;

/** The key of a row. */
export const keyOfRow = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/** A row that a key may name, and the key that this row has. */
type Named = readonly [RowName, Key];

const operation = (of: Subject, id: string): Named => [
  { kind: "operation", ...of, id },
  operationKey(of, id),
];

const ofGoods = (zongpai: string, sk: string): Named | undefined => {
  if (sk === "GOODS") return [{ kind: "goods", zongpai }, goodsKey(zongpai)];
  if (sk === "LOC") return [{ kind: "location", zongpai }, locationKey(zongpai)];
  const [mark, rest = ""] = sk.split(/#(.*)/s);
  const category = text(rest);
  if (mark === "LOC")
    return [{ kind: "location", zongpai, category }, locationKey(zongpai, category)];
  return mark === "OP" ? operation({ zongpai }, rest) : undefined;
};

const ofBox = (box_no: string, sk: string): Named | undefined => {
  if (sk === "#ERP") return [{ kind: "copy", box_no }, erpCopyKey(box_no)];
  if (sk === "#LOC") return [{ kind: "location", box_no }, boxLocationKey(box_no)];
  const [mark, goods = "", attachment, last = ""] = sk.split("#");
  if (mark !== "Z") return undefined;
  const item = { kind: "item", box_no, zongpai: text(goods) } as const;
  if (attachment === undefined) return [item, boxItemKey(box_no, item.zongpai)];
  const category = text(last);
  return [{ ...item, category }, boxItemKey(box_no, item.zongpai, category)];
};

const ofBoxAlone = (box_no: string, sk: string): Named | undefined =>
  sk.startsWith("OP#") ? operation({ box_no }, sk.slice("OP#".length)) : undefined;

/** Which row a key names, for keys that `keys.ts` builds; `undefined` for any other key. */
export const rowOfKey = ({ pk, sk }: Key): RowName | undefined => {
  if (pk === answersKey.pk && sk === answersKey.sk) return { kind: "answers" };
  const of = { "Z#": ofGoods, "B#": ofBox, "X#": ofBoxAlone }[pk.slice(0, 2)];
  const [row, key] = of?.(text(pk.slice(2)), sk) ?? [];
  return key?.pk === pk && key.sk === sk ? row : undefined;
};
