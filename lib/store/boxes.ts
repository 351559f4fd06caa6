import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { Appended, BoxSaveRequest, BoxSaveResponse, BoxStore, Proof } from "../domain/box.ts";
import type { Corrected, Correction, CorrectionStore } from "../domain/box-edit.ts";
import type { ContentsStore } from "../domain/box-info.ts";
import type { Operation } from "../domain/operation.ts";
import { documents, read, tableName } from "./client.ts";
import { commit, type Effects, type Unmet } from "./commit.ts";
import { boxKnown, type CopySettings, copyOf, keepCopy } from "./erp-copies.ts";
import { type Item, put, remove, update } from "./expression.ts";
import { type CounterSettings, goodsSeen, headroomAt, moveBoxed, verifyAndMoveBoxed } from "./goods.ts";
import { boxContentsOf, boxItemKey, boxOfGoodsKey, erpCopyKey, operationKey } from "./keys.ts";
import { receiptOf } from "./operations.ts";
import { queryAll } from "./query.ts";

export type BoxSettings = CounterSettings &
  CopySettings & {
    readonly box: { readonly unknownBox: "accept" | "refuse" };
    readonly erp: { readonly verifiedFor: number };
  };

const ItemRow = z.object({ zongpai: z.string(), quantity: z.int(), at: z.int(), category: z.string().optional() });

type Fact = "item" | "goods" | "box";

const saved = ({ box_no, zongpai, quantity }: BoxSaveRequest, at: number): BoxSaveResponse => ({
  box_no,
  zongpai,
  quantity,
  recorded_at: at,
});

const appendEffects = (item: BoxSaveRequest, { at, who }: Operation, proof: Proof, site: BoxSettings): Effects<Fact> => {
  const { box_no, zongpai, quantity } = item;
  const row = { ...boxItemKey(box_no, zongpai), ...boxOfGoodsKey(zongpai, box_no), box_no, zongpai, quantity, at, who };
  const verified = { attribute: "verified_at", is: ">=", value: at - site.erp.verifiedFor * 1_000 } as const;
  return [
    // Closes the race of two scanners that save the same goods into the same box: one item, one "duplicate".
    { fact: "item", action: put(row, [{ absent: "pk" }]) },
    {
      fact: "goods",
      action: proof.zongpai
        ? verifyAndMoveBoxed(proof.zongpai, quantity, at, proof.seen ?? {}, site)
        : moveBoxed(zongpai, quantity, site, [verified]),
    },
    ...(site.box.unknownBox === "refuse"
      ? [{ fact: "box" as const, action: proof.box ? keepCopy(proof.box, at, site) : boxKnown(box_no, at) }]
      : []),
  ];
};

/** Which fact refuses a save: the item before the cap before the verification, for the ERP is asked last. */
const refusedAppend = ({ facts }: Unmet<Fact>, { at }: Operation, proof: Proof, site: BoxSettings): Appended => {
  const item = facts.get("item");
  if (facts.has("item")) return { kind: "duplicate", quantity: ItemRow.parse(item).quantity };
  const seen = goodsSeen(facts.get("goods"));
  const fresh = (seen.verifiedAt ?? Number.NEGATIVE_INFINITY) >= at - site.erp.verifiedFor * 1_000;
  if (facts.has("goods") && fresh && !proof.zongpai)
    return { kind: "beyondOrdered", ordered: seen.ordered ?? 0, headroom: Math.max(0, seen.headroom ?? 0) };
  return {
    kind: "unverified",
    zongpai: facts.has("goods") && !proof.zongpai,
    box: facts.has("box"),
    ...(facts.has("goods") ? { seen } : {}),
  };
};

/** Under a cap, an increase beyond what the ERP just said needs no transaction to be refused. */
const beyondProof = ({ quantity }: BoxSaveRequest, { zongpai, seen = {} }: Proof, site: BoxSettings): Appended | undefined => {
  if (!zongpai || site.box.beyondOrdered === "allow") return undefined;
  const headroom = headroomAt(zongpai.ordered, seen);
  return headroom < quantity ? { kind: "beyondOrdered", ordered: zongpai.ordered, headroom: Math.max(0, headroom) } : undefined;
};

const correctionEffects = ({ box_no, zongpai, from, to }: Correction, { at, who }: Operation, site: BoxSettings): Effects<Fact> => {
  // Closes the race of two corrections that read the same quantity: the second looks again.
  const unmoved = [{ attribute: "quantity", is: "=", value: from }] as const;
  const key = boxItemKey(box_no, zongpai);
  return [
    { fact: "item", action: to === 0 ? remove(key, unmoved) : update(key, { set: { quantity: to, at, who }, when: unmoved }) },
    { fact: "goods", action: moveBoxed(zongpai, to - from, site) },
  ];
};

const found = (items: readonly Item[], key: { pk: string; sk: string }) => items.find(({ pk, sk }) => pk === key.pk && sk === key.sk);

/** The boxes: many items, one box (specification §4: saving appends to a many-to-one relation). */
export const boxStore = (site: BoxSettings): BoxStore & CorrectionStore & ContentsStore => ({
  append: async (item, operation, proof) => {
    const beyond = beyondProof(item, proof, site);
    if (beyond) return beyond;
    const effects = appendEffects(item, operation, proof, site);
    const outcome = await commit({ operation, result: saved(item, operation.at), change: item }, effects);
    return outcome.kind === "unmet" ? refusedAppend(outcome, operation, proof, site) : outcome;
  },

  find: async ({ box_no, zongpai }, operation) => {
    const keys = [operationKey(zongpai, operation.id), boxItemKey(box_no, zongpai)] as const;
    const items = await read(operation.deadline, async (options) => {
      const request = { [tableName]: { Keys: [...keys], ConsistentRead: true } };
      const { Responses, UnprocessedKeys } = await documents.send(new BatchGetCommand({ RequestItems: request }), options);
      // Half an answer must not pass for an absent item: the loop asks for all of it again.
      if (UnprocessedKeys?.[tableName]) throw Object.assign(new Error("unprocessed keys"), { name: "ThrottlingException" });
      return Responses?.[tableName] ?? [];
    });
    const row = found(items, keys[0]);
    const item = found(items, keys[1]);
    return { ...(row ? { receipt: receiptOf(row) } : {}), ...(item ? { quantity: ItemRow.parse(item).quantity } : {}) };
  },

  correct: async (correction, operation): Promise<Corrected> => {
    const { box_no, zongpai, from, to } = correction;
    const result = saved({ box_no, zongpai, quantity: to === 0 ? from : to }, operation.at);
    const outcome = await commit({ operation, result, change: correction }, correctionEffects(correction, operation, site));
    if (outcome.kind === "recorded") return outcome;
    if (outcome.facts.has("item")) return { kind: "moved" };
    const seen = goodsSeen(outcome.facts.get("goods"));
    return { kind: "beyondOrdered", ordered: seen.ordered ?? 0, headroom: Math.max(0, seen.headroom ?? 0) };
  },

  contents: async (boxNo, now, deadline) => {
    const rows = await queryAll({ pk: boxContentsOf(boxNo) }, deadline, { consistent: true });
    const erpRow = found(rows, erpCopyKey(boxNo));
    const copy = erpRow && copyOf(erpRow, now);
    const parsed = rows.filter((row) => row !== erpRow).map((row) => ItemRow.parse(row));
    return {
      items: parsed.flatMap(({ zongpai, quantity, at, category }) =>
        category === undefined ? [{ zongpai, quantity, recorded_at: at }] : [],
      ),
      entries: parsed.flatMap(({ zongpai, quantity, at, category }) =>
        category === undefined ? [] : [{ zongpai, category, quantity, recorded_at: at }],
      ),
      ...(copy ? { copy } : {}),
    };
  },
});
