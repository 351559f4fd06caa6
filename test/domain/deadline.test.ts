import { describe, expect, it } from "vitest";
import { saveItem } from "#lib/domain/box.ts";
import { correctItem } from "#lib/domain/box-edit.ts";
import { moveItem } from "#lib/domain/box-move.ts";
import { registerGoods } from "#lib/domain/registration.ts";
import { Refusal } from "#lib/errors.ts";
import demo from "../../sites/demo.ts";
import { anOperation } from "../support/operation.ts";

const item = { box_no: "BX1", zongpai: "PO1-1", quantity: 1 };

/** An operation whose remaining time falls each time it is read. */
const inThreeSteps = () => {
  let left = 4;
  const count = () => {
    left -= 1;
    return left;
  };
  return { ...anOperation(item.zongpai), deadline: { left: count } };
};

const erp = {
  box: async (box_no: string) => ({ box_no, quantity: 1, columns: {} }),
  zongpai: async (zongpai: string) => ({ zongpai, ordered: 1 }),
  boxesOfDay: async () => ({ boxes: [] }),
};

/** A store in which other writes change the goods again before each attempt. */
const contestedStore = (atDeadline: () => void = () => {}) => {
  let attempts = 0;
  const attempt = async () => {
    attempts += 1;
    if (attempts === 4) atDeadline();
    return { kind: "unverified" as const, zongpai: true, box: false, seen: {} };
  };
  return { attempt, attempts: () => attempts };
};

const timeIsUp = () => {
  throw new Refusal("timeout", {});
};

describe("the deadline of a save", () => {
  const save = (store: ReturnType<typeof contestedStore>) => {
    const boxes = { appendItem: store.attempt };
    return saveItem(item, { site: demo, operation: inThreeSteps(), boxes, erp });
  };

  it("ends the attempts when other writes change the goods each time", async () => {
    const store = contestedStore();
    await expect(save(store)).rejects.toMatchObject({ condition: "writeConflict" });
    expect(store.attempts()).toBe(4);
  });

  it("leaves the refusal of the last attempt to the store", async () => {
    const refused = save(contestedStore(timeIsUp));
    await expect(refused).rejects.toMatchObject({ condition: "timeout" });
  });
});

describe("the deadline of a registration", () => {
  const register = (store: ReturnType<typeof contestedStore>) => {
    const locations = { registerScan: store.attempt };
    const fields = { zongpai: item.zongpai, location: "L1-A-3" };
    return registerGoods(fields, { site: demo, operation: inThreeSteps(), locations, erp });
  };

  it("ends the attempts when other writes change the goods each time", async () => {
    const store = contestedStore();
    await expect(register(store)).rejects.toMatchObject({ condition: "writeConflict" });
    expect(store.attempts()).toBe(4);
  });

  it("leaves the refusal of the last attempt to the store", async () => {
    const refused = register(contestedStore(timeIsUp));
    await expect(refused).rejects.toMatchObject({ condition: "timeout" });
  });
});

describe("the deadline of a correction", () => {
  it("ends the attempts when other writes change the item each time", async () => {
    let attempts = 0;
    const correctQuantity = async () => {
      attempts += 1;
      return undefined;
    };
    const boxes = { findItem: async () => ({ quantity: 5, correctQuantity }) };
    const corrected = correctItem(item, { site: demo, operation: inThreeSteps(), boxes });
    await expect(corrected).rejects.toMatchObject({ condition: "writeConflict" });
    expect(attempts).toBe(3);
  });
});

describe("the deadline of a move", () => {
  it("ends the attempts when other writes change the item each time", async () => {
    let held = 5;
    const otherwise = async () => {
      held += 1;
      return { kind: "holds" as const, item: { quantity: held } };
    };
    const request = { ...item, to_box_no: "BX2" };
    const context = { operation: inThreeSteps(), boxes: { moveItem: otherwise }, erp };
    await expect(moveItem(request, context)).rejects.toMatchObject({ condition: "writeConflict" });
    expect(held).toBe(8);
  });
});
