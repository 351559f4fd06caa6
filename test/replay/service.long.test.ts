import { afterAll, beforeAll, expect, test } from "vitest";
import type { Stage } from "../../commands/stage.ts";
import { wayTo } from "../support/way-to.ts";
import { replay, scratch, stageOn, step, write } from "./command.ts";
import { edited, fixture } from "./fixture.ts";

const files = fixture({}, scratch);
let stage: Stage;
const again = (...args: string[]) =>
  replay(["--data", files, "--url", stage.url, "--json", ...args]);

beforeAll(async () => {
  stage = await stageOn(files);
});
afterAll(() => stage.stop());

test("a second replay of the same run is answered from the receipts, and no scan counts twice", async () => {
  const first = await again("--storm", "1");
  expect(first.stderr).toContain("0 not as the files say");
  expect(first.status).toBe(0);
  const second = await again("--storm", "1");
  expect(step(second, "box")).toMatchObject({ accepted: 0, replayed: 6 });
  expect(step(second, "attachment box")).toMatchObject({ accepted: 0, replayed: 6 });
  expect(second.status).toBe(0);
});

test("a service that takes no notice of the keys does not get through a storm", async () => {
  // On a store of its own: what it leaves behind depends on which of two requests came first.
  const other = await stageOn(files);
  const forgetful = await wayTo(other.url, {
    meet: (_, passed) => void delete passed["idempotency-key"],
  });
  const ended = await replay(["--data", files, "--url", forgetful.url, "--storm", "1", "--json"]);
  await forgetful.close();
  await other.stop();
  expect(ended.status).toBe(1);
  expect(ended.stderr).not.toContain(" 0 sent again");
  const broken = JSON.parse(ended.stdout).broken.join();
  expect(broken).toContain("replay-aw-loc-PO4-5: the answers to one request differ");
  expect(broken).toContain("replay-aw-config-PO4-5: the answers to one request differ");
});

test("another run finds the goods in their boxes already, and the boxes still equal the files", async () => {
  const other = await again("--run", "other", "--storm", "1");
  expect(step(other, "box")).toMatchObject({
    accepted: 0,
    replayed: 0,
    refused: { INVALID_QUANTITY: 2, DUPLICATE_BOX_ITEM: 6 },
  });
  const refused = { INVALID_QUANTITY: 2, DUPLICATE_BOX_ITEM: 6 };
  expect(step(other, "attachment box")).toMatchObject({ accepted: 0, replayed: 0, refused });
  expect(other.status).toBe(0);
});

test("a file that says otherwise than the service gives status 1, and names the box and the column", async () => {
  const changed = fixture(edited("PurchaseOrderHeader.csv", "4,5,", "4,3,"), scratch);
  const ended = await replay(["--data", changed, "--url", stage.url]);
  expect(ended.stderr).toContain("BX4: ship_method is 5, the files say 3");
  expect(ended.status).toBe(1);
});

test("a store that was changed behind the files' back gives status 1, and names the box and the item", async () => {
  expect(
    await write(stage, "PATCH", "/box", { box_no: "BX4", zongpai: "PO4-5", quantity: 2 }),
  ).toBe(200);
  expect(
    await write(stage, "POST", "/trace/location", { zongpai: "PO4-7", location: "L1-A-1" }),
  ).toBe(200);
  const ended = await again();
  expect(ended.stderr).toContain("BX4: item PO4-5 is 2, the files say 3");
  expect(ended.stderr).toContain("BX4: items_quantity is 60, the files say 61");
  expect(ended.stderr).toContain("PO4-7: location is L1-A-1, the files say off shelf");
  expect(JSON.parse(ended.stdout)).toMatchObject({
    boxes: { equal: 1, total: 2 },
    locations: { equal: 3, total: 4 },
  });
  expect(ended.status).toBe(1);
});
