import { afterAll, beforeAll, expect, test } from "vitest";
import type { Stage } from "../../commands/stage.ts";
import { before, replay, scratch, stageOn, step } from "./command.ts";
import { fixture } from "./fixture.ts";

const files = fixture({}, scratch);
let stage: Stage;

beforeAll(async () => {
  stage = await stageOn(files);
});
afterAll(() => stage.stop());

test("a write that is told as unknown (504) and then as known gets through a storm, and is counted as sent again", async () => {
  const told = new Set<string>();
  const doubtful = await before(stage, ({ headers, method }, _, response) => {
    const key = `${headers["idempotency-key"]}`;
    if (method === "GET" || told.has(key)) return false;
    told.add(key);
    response.writeHead(504, { "content-type": "application/json" }).end('{"error_code":"TIMEOUT","message":"?","domain":"warehouse"}');
    return true;
  });
  const ended = await replay(["--data", files, "--url", doubtful.url, "--storm", "1", "--json"]);
  doubtful.close();
  expect(ended.told).toContain(" 0 sent again");
  expect(step(ended, "register")).toMatchObject({ sent: 8, retried: 4 });
  expect(ended.status).toBe(0);
});

test("a service that does not answer, or asks for credentials, is told with status 1", async () => {
  const closed = await before(stage, () => false);
  closed.close();
  const silent = await replay(["--data", files, "--url", closed.url]);
  expect([silent.status, silent.told]).toEqual([1, expect.stringMatching(/No answer from http:.* in 10 attempts/)]);
  const guarded = await before(stage, (_, __, response) => {
    response.writeHead(401, { "content-type": "application/json" }).end("{}");
    return true;
  });
  const held = await replay(["--data", files, "--url", guarded.url]);
  guarded.close();
  expect([held.status, held.told]).toEqual([1, expect.stringContaining("asks for credentials")]);
});
