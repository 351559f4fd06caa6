import { expect, it } from "vitest";
import { askErp } from "#lib/domain/box.ts";
import { anOperation } from "../support/operation.ts";

const zongpai = { zongpai: "PO1", ordered: 12 };
const box = { box_no: "BX1", quantity: 3, columns: {} };
const asking = (missing: Parameters<typeof askErp>[1], proof: Parameters<typeof askErp>[2]) => {
  const asked: string[] = [];
  const answer =
    <Row>(what: string, row: Row) =>
    async () => {
      asked.push(what);
      return row;
    };
  const erp = {
    zongpai: answer("zongpai", zongpai),
    box: answer("box", box),
    boxesOfDay: answer("boxes", { boxes: [] }),
  };
  const item = { box_no: "BX1", zongpai: "PO1" };
  const operation = anOperation("PO1", "test");
  return askErp(item, missing, proof, { operation, erp }).then((found) => ({ asked, found }));
};

it("the ERP is asked only for what a save lacks; the rest stays", async () => {
  const seen = { boxed: 2 };
  expect(await asking({ zongpai: false, box: true }, { zongpai, seen })).toEqual({
    asked: ["box"],
    found: { zongpai, box, seen },
  });
  expect(await asking({ zongpai: true, box: false, seen: {} }, { box, seen })).toEqual({
    asked: ["zongpai"],
    found: { zongpai, box, seen: {} },
  });
});
