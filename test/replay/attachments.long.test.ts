import { afterAll, beforeAll, expect, test } from "vitest";
import type { Stage } from "../../commands/stage.ts";
import { replay, scratch, stageOn, step, write } from "./command.ts";
import { edited, fixture } from "./fixture.ts";

const files = fixture({}, scratch);
let stage: Stage;
const againWith = (folder: string, ...args: string[]) =>
  replay(["--data", folder, "--url", stage.url, "--json", ...args]);

beforeAll(async () => {
  stage = await stageOn(files);
  expect((await againWith(files)).status).toBe(0);
});
afterAll(() => stage.stop());

test("a file that configures otherwise than the service gives status 1, and names the line and the category", async () => {
  const ended = await againWith(
    fixture(edited("PurchaseOrderDetail.csv", ",60,3,", ",61,3,"), scratch),
  );
  expect(step(ended, "config")).toMatchObject({ refused: { IDEMPOTENCY_KEY_REUSED: 1 } });
  expect(ended.stderr).toContain("PO4-7: MANUAL configured is 60, the files say 61");
  expect(ended.stderr).toContain("PO4-7: MANUAL headroom is 2, the files say 3");
  expect(ended.status).toBe(1);
});

test("goods that should have no attachment and have one give status 1", async () => {
  const changed = fixture(edited("Product.csv", "CA-3,15,", "CA-3,,"), scratch);
  const ended = await againWith(changed);
  expect(ended.stderr).toContain("BX4: entry PO4-7 MANUAL is 58, the files say that there is none");
  expect(ended.stderr).toContain(
    "PO4-7: MANUAL evidence is real, the files say that there is none",
  );
  expect(ended.status).toBe(1);
});

test("a store that was changed behind the files' back gives status 1, and names the entry and the category", async () => {
  const entry = { box_no: "BX4", zongpai: "PO4-7", category: "MANUAL" };
  expect(await write(stage, "PATCH", "/attachment/box", { ...entry, quantity: 57 })).toBe(200);
  const place = { zongpai: "PO4-5", category: "FASTENERS", location: "L1-A-1" };
  expect(await write(stage, "POST", "/attachment/location", place)).toBe(200);
  const late = { box_no: "BX5", zongpai: "PO4-6", category: "CABLE", quantity: 1 };
  expect(await write(stage, "POST", "/attachment/box", late)).toBe(201);
  const ended = await againWith(files);
  expect(ended.stderr).toContain("BX4: entry PO4-7 MANUAL is 57, the files say 58");
  expect(ended.stderr).toContain("PO4-7: MANUAL boxed is 57, the files say 58");
  expect(ended.stderr).toContain("PO4-7: MANUAL headroom is 3, the files say 2");
  expect(ended.stderr).toContain("PO4-5: FASTENERS location is L1-A-1, the files say L6-B-1");
  expect(ended.stderr).toContain("BX5: number of entries is 2, the files say 1");
  expect(ended.stderr).toContain("PO4-6: CABLE boxed is 1, the files say 0");
  const equal = {
    boxes: { equal: 0, total: 2 },
    locations: { equal: 4, total: 4 },
    attachments: { equal: 1, total: 4 },
  };
  expect(JSON.parse(ended.stdout)).toMatchObject(equal);
  expect(ended.status).toBe(1);
});
