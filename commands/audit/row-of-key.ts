import type { OperationSubject } from "#lib/domain/operation.ts";
import type { TableItem } from "#lib/store/expression.ts";
import {
  answersKey,
  boxItemKey,
  boxLocationKey,
  erpCopyKey,
  goodsKey,
  locationKey,
  operationKey,
  type TableKey,
  unescapePart,
} from "#lib/store/keys.ts";

/** The kind of a row, with the names in its key. */
export type RowName = Readonly<
  | { kind: "goods"; zongpai: string }
  | { kind: "location"; zongpai: string; category?: string; box_no?: undefined }
  | { kind: "location"; box_no: string; zongpai?: undefined; category?: undefined }
  | ({ kind: "operation"; id: string } & OperationSubject)
  | { kind: "item"; box_no: string; zongpai: string; category?: string }
  | { kind: "copy"; box_no: string }
  | { kind: "answers" }
>;

/** The key of a row. */
export const keyOfRow = ({ pk, sk }: TableItem): TableKey => ({ pk: String(pk), sk: String(sk) });

/** A row that a key may name, and the key that the row must have. */
type RowAndKey = readonly [RowName, TableKey];

const operationAndKey = (subject: OperationSubject, id: string): RowAndKey => [
  { kind: "operation", ...subject, id },
  operationKey(subject, id),
];

const rowInGoodsPartition = (zongpai: string, sk: string): RowAndKey | undefined => {
  if (sk === "GOODS") return [{ kind: "goods", zongpai }, goodsKey(zongpai)];
  if (sk === "LOC") return [{ kind: "location", zongpai }, locationKey(zongpai)];
  const [mark, suffix = ""] = sk.split(/#(.*)/s);
  const category = unescapePart(suffix);
  if (mark === "LOC")
    return [{ kind: "location", zongpai, category }, locationKey(zongpai, category)];
  return mark === "OP" ? operationAndKey({ zongpai }, suffix) : undefined;
};

const rowInBoxPartition = (box_no: string, sk: string): RowAndKey | undefined => {
  if (sk === "#ERP") return [{ kind: "copy", box_no }, erpCopyKey(box_no)];
  if (sk === "#LOC") return [{ kind: "location", box_no }, boxLocationKey(box_no)];
  const [mark, goods = "", attachment, categoryText = ""] = sk.split("#");
  if (mark !== "Z") return undefined;
  const item = { kind: "item", box_no, zongpai: unescapePart(goods) } as const;
  if (attachment === undefined) return [item, boxItemKey(box_no, item.zongpai)];
  const category = unescapePart(categoryText);
  return [{ ...item, category }, boxItemKey(box_no, item.zongpai, category)];
};

const rowInBoxOperations = (box_no: string, sk: string): RowAndKey | undefined =>
  sk.startsWith("OP#") ? operationAndKey({ box_no }, sk.slice("OP#".length)) : undefined;

/** Parses a key that `keys.ts` builds; `undefined` for any other key. */
export const rowOfKey = ({ pk, sk }: TableKey): RowName | undefined => {
  if (pk === answersKey.pk && sk === answersKey.sk) return { kind: "answers" };
  const rowInPartition = {
    "Z#": rowInGoodsPartition,
    "B#": rowInBoxPartition,
    "X#": rowInBoxOperations,
  }[pk.slice(0, 2)];
  const [row, key] = rowInPartition?.(unescapePart(pk.slice(2)), sk) ?? [];
  return key?.pk === pk && key.sk === sk ? row : undefined;
};
