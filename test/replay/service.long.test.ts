import { afterAll, beforeAll, expect, test } from "vitest";
import type { Stage } from "../../commands/stage.ts";
import { send } from "../support/command.ts";
import { wayTo } from "../support/way-to.ts";
import { replay, scratch, stageOn, step } from "./command.ts";
import { fixture } from "./fixture.ts";

const files = fixture({}, scratch);
let stage: Stage;
const replayAt = (url: string, ...args: string[]) => replay("--data", files, "--url", url, ...args);
const again = (...args: string[]) => replayAt(stage.url, ...args);

beforeAll(async () => {
  stage = await stageOn(files);
});
afterAll(() => stage.stop());

test("a second replay of the same run is answered from the receipts", async () => {
  const first = await again("--storm", "1");
  expect(first.stderr).toContain("0 not as the files say");
  expect(first.status).toBe(0);
  const second = await again("--storm", "1");
  expect(step(second, "box")).toMatchObject({ accepted: 0, replayed: 6 });
  expect(step(second, "attachment box")).toMatchObject({ accepted: 0, replayed: 6 });
  expect(second.status).toBe(0);
});

test("a write that is in doubt (504) is sent again until it is known", async () => {
  const met = new Set<string>();
  const doubtful = await wayTo(stage.url, {
    meet: ({ headers, method }) => {
      const key = `${headers["idempotency-key"]}`;
      if (method === "GET" || met.has(key)) return undefined;
      met.add(key);
      return { status: 504, body: { error_code: "TIMEOUT", message: "?", domain: "warehouse" } };
    },
  });
  const ended = await replayAt(doubtful.url, "--storm", "1");
  await doubtful.close();
  expect(ended.stderr).toContain(" 0 sent again");
  expect(met.size).toBe(20);
  expect(step(ended, "register")).toMatchObject({ sent: 8, refused: {} });
  expect(ended.status).toBe(0);
});

test("a service that does not answer, or asks for credentials, gives status 1", async () => {
  expect(await replayAt("http://127.0.0.1:9")).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/No answer from http:.* in 10 attempts/),
  });
  const guarded = await wayTo(stage.url, { meet: () => ({ status: 401, body: {} }) });
  expect(await replayAt(guarded.url)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("asks for credentials"),
  });
  await guarded.close();
});

test("a service that takes no notice of the keys does not get through a storm", async () => {
  // On a store of its own: what it leaves behind depends on which of two requests came first.
  const other = await stageOn(files);
  const forgetful = await wayTo(other.url, {
    meet: (_, passed) => void delete passed["idempotency-key"],
  });
  const ended = await replayAt(forgetful.url, "--storm", "1");
  await forgetful.close();
  await other.stop();
  expect(ended.status).toBe(1);
  const broken = JSON.parse(ended.stdout).broken.join();
  expect(broken).toContain("replay-aw-loc-PO4-5: the answers to one request differ");
  expect(broken).toContain("replay-aw-config-PO4-5: the answers to one request differ");
});

test("a store that is otherwise than the files gives status 1, and names box, item and category", async () => {
  const manual = { box_no: "BX4", zongpai: "PO4-7", category: "MANUAL", quantity: 57 };
  const cable = { box_no: "BX5", zongpai: "PO4-6", category: "CABLE", quantity: 1 };
  const location = "L1-A-1";
  for (const [method, path, body] of [
    ["PATCH", "/box", { box_no: "BX4", zongpai: "PO4-5", quantity: 2 }],
    ["POST", "/trace/location", { zongpai: "PO4-7", location }],
    ["PATCH", "/attachment/box", manual],
    ["POST", "/attachment/location", { zongpai: "PO4-5", category: "FASTENERS", location }],
    ["POST", "/attachment/box", cable],
  ] as const)
    await send(stage, method, path, body);
  const ended = await again();
  for (const sentence of [
    "BX4: item PO4-5 is 2, the files say 3",
    "BX4: items_quantity is 60, the files say 61",
    "BX4: entry PO4-7 MANUAL is 57, the files say 58",
    "BX5: entry PO4-6 CABLE is 1, the files say that there is none",
    "PO4-7: location is L1-A-1, the files say off shelf",
    "PO4-7: MANUAL boxed is 57, the files say 58",
    "PO4-7: MANUAL headroom is 3, the files say 2",
    "PO4-5: FASTENERS location is L1-A-1, the files say L6-B-1",
    "PO4-6: CABLE boxed is 1, the files say 0",
  ])
    expect(ended.stderr).toContain(sentence);
  expect(JSON.parse(ended.stdout)).toMatchObject({
    boxes: { equal: 0, total: 2 },
    locations: { equal: 3, total: 4 },
    attachments: { equal: 1, total: 4 },
  });
  expect(ended.status).toBe(1);
});
