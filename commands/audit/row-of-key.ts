import type { Item } from "#lib/store/expression.ts";
import {
  answersKey,
  boxItemKey,
  erpCopyKey,
  goodsKey,
  type Key,
  locationKey,
  operationKey,
} from "#lib/store/keys.ts";

/** What a key says of its row. */
export type RowName =
  | { readonly kind: "goods"; readonly zongpai: string }
  | { readonly kind: "location"; readonly zongpai: string; readonly category?: string }
  | { readonly kind: "operation"; readonly zongpai: string; readonly id: string }
  | {
      readonly kind: "item";
      readonly box_no: string;
      readonly zongpai: string;
      readonly category?: string;
    }
  | { readonly kind: "copy"; readonly box_no: string }
  | { readonly kind: "answers" };

/** The key of a row. */
export const keyOfRow = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

const text = (part: string): string =>
  part.replace(/%(25|23|7e)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const ofGoods = (zongpai: string, sk: string): RowName | undefined => {
  if (sk === "GOODS") return { kind: "goods", zongpai };
  if (sk.startsWith("OP#")) return { kind: "operation", zongpai, id: sk.slice(3) };
  if (sk === "LOC") return { kind: "location", zongpai };
  return sk.startsWith("LOC#")
    ? { kind: "location", zongpai, category: text(sk.slice(4)) }
    : undefined;
};

const ofBox = (boxNo: string, sk: string): RowName | undefined => {
  if (sk === "#ERP") return { kind: "copy", box_no: boxNo };
  const [mark, zongpai, attachment, category] = sk.split("#");
  if (mark !== "Z" || zongpai === undefined) return undefined;
  const item = { kind: "item" as const, box_no: boxNo, zongpai: text(zongpai) };
  return attachment === undefined ? item : { ...item, category: text(category ?? "") };
};

const keyOf = (row: RowName): Key => {
  switch (row.kind) {
    case "goods":
      return goodsKey(row.zongpai);
    case "location":
      return locationKey(row.zongpai, row.category);
    case "operation":
      return operationKey(row.zongpai, row.id);
    case "item":
      return boxItemKey(row.box_no, row.zongpai, row.category);
    case "copy":
      return erpCopyKey(row.box_no);
    case "answers":
      return answersKey;
  }
};

/** Which row a key names, for keys that `keys.ts` builds; `undefined` for any other key. */
export const rowOfKey = ({ pk, sk }: Key): RowName | undefined => {
  if (pk === answersKey.pk && sk === answersKey.sk) return { kind: "answers" };
  const name = text(pk.slice(2));
  const row = pk.startsWith("Z#")
    ? ofGoods(name, sk)
    : pk.startsWith("B#")
      ? ofBox(name, sk)
      : undefined;
  const built = row && keyOf(row);
  return built?.pk === pk && built.sk === sk ? row : undefined;
};
