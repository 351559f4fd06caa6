import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { Correction, ItemRef } from "../domain/box-edit.ts";
import type { Deadline, Operation } from "../domain/operation.ts";
import type { Table } from "./client.ts";
import { type Action, type Item, put, remove, update } from "./expression.ts";
import { boxItemKey, boxOfGoodsKey, type Key } from "./keys.ts";

/** An item of a box: goods, or with a category an attachment of them; `at` is epoch ms, the quantity a scaled integer. */
export const ItemRow = z.object({ zongpai: z.string(), quantity: z.int(), at: z.int(), category: z.string().optional() });

/** Several items in one strongly consistent read; the keys that are not there are left out. */
export const readItems = (table: Table, keys: readonly Key[], deadline: Deadline): Promise<Item[]> =>
  table.read(deadline, async (options) => {
    const request = { [table.name]: { Keys: [...keys], ConsistentRead: true } };
    const { Responses, UnprocessedKeys } = await table.documents.send(new BatchGetCommand({ RequestItems: request }), options);
    // Half an answer must not pass for an absent item: the loop asks for all of it again.
    if (UnprocessedKeys?.[table.name]) throw Object.assign(new Error("unprocessed keys"), { name: "ThrottlingException" });
    return Responses?.[table.name] ?? [];
  });

export const found = (items: readonly Item[], key: Key): Item | undefined => items.find(({ pk, sk }) => pk === key.pk && sk === key.sk);

/** Closes the race of two scanners that save the same item into the same box: one item, one "duplicate". */
export const appendItem = (item: ItemRef & { readonly quantity: number }, { at, who }: Operation): Action => {
  const { box_no, zongpai, category, quantity } = item;
  const keys = { ...boxItemKey(box_no, zongpai, category), ...boxOfGoodsKey(zongpai, box_no, category) };
  return put({ ...keys, box_no, zongpai, category, quantity, at, who }, [{ absent: "pk" }]);
};

/** Closes the race of two corrections that read the same quantity: the second looks again. */
export const correctItem = ({ box_no, zongpai, category, from, to }: Correction, { at, who }: Operation): Action => {
  const key = boxItemKey(box_no, zongpai, category);
  const unmoved = [{ attribute: "quantity", is: "=", value: from }] as const;
  return to === 0 ? remove(key, unmoved) : update(key, { set: { quantity: to, at, who }, when: unmoved });
};

/** What a write of an item answers; a deletion tells what was taken out. */
export const recorded = <Ref extends ItemRef>(ref: Ref, quantity: number, { at }: Operation) => ({ ...ref, quantity, recorded_at: at });
