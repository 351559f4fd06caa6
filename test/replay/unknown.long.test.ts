import { afterAll, beforeAll, expect, test } from "vitest";
import type { Stage } from "../../commands/stage.ts";
import { wayTo } from "../support/way-to.ts";
import { replay, scratch, stageOn, step } from "./command.ts";
import { fixture } from "./fixture.ts";

const files = fixture({}, scratch);
let stage: Stage;

beforeAll(async () => {
  stage = await stageOn(files);
});
afterAll(() => stage.stop());

test("a write that is told as unknown (504) and then as known gets through a storm, and is counted as sent again", async () => {
  const told = new Set<string>();
  const doubtful = await wayTo(stage.url, {
    meet: ({ headers, method }) => {
      const key = `${headers["idempotency-key"]}`;
      if (method === "GET" || told.has(key)) return undefined;
      told.add(key);
      return { status: 504, body: { error_code: "TIMEOUT", message: "?", domain: "warehouse" } };
    },
  });
  const ended = await replay(["--data", files, "--url", doubtful.url, "--storm", "1", "--json"]);
  await doubtful.close();
  expect(ended.stderr).toContain(" 0 sent again");
  expect(step(ended, "register")).toMatchObject({ sent: 8, retried: 4 });
  expect(ended.status).toBe(0);
});

test("a service that does not answer, or asks for credentials, is told with status 1", async () => {
  const closed = await wayTo(stage.url, {});
  await closed.close();
  const silent = await replay(["--data", files, "--url", closed.url]);
  expect([silent.status, silent.stderr]).toEqual([
    1,
    expect.stringMatching(/No answer from http:.* in 10 attempts/),
  ]);
  const guarded = await wayTo(stage.url, { meet: () => ({ status: 401, body: {} }) });
  const held = await replay(["--data", files, "--url", guarded.url]);
  await guarded.close();
  expect([held.status, held.stderr]).toEqual([1, expect.stringContaining("asks for credentials")]);
});
