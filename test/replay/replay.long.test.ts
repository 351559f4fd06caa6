import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { replay, scratch, step, temporary } from "./command.ts";
import { fixture } from "./fixture.ts";

const files = fixture({}, scratch);

test("in a storm each write is recorded once and answered three times, and nothing is left behind", async () => {
  const ended = await replay("--data", files, "--storm", "1");
  expect(ended.stderr).toMatch(
    /^4 lines in 2 boxes; concurrency 16, storm 1\.\n0 not as the files say, 0 sent again/,
  );
  expect(ended.status).toBe(0);
  const refused = { INVALID_QUANTITY: 2 };
  for (const [name, figures] of Object.entries({
    register: { sent: 8, accepted: 4, replayed: 4, refused: {} },
    box: { sent: 8, accepted: 3, replayed: 3, refused },
    "attachment box": { sent: 8, accepted: 3, replayed: 3, refused },
    "sent again": { sent: 20, accepted: 0, replayed: 18, refused },
    status: { sent: 4, accepted: 4 },
  }))
    expect(step(ended, name)).toMatchObject(figures);
  expect(JSON.parse(ended.stdout)).toMatchObject({
    boxes: { equal: 2, total: 2 },
    locations: { equal: 4, total: 4 },
    attachments: { equal: 4, total: 4 },
    ...{ differences: [], broken: [] },
  });
  expect(readdirSync(temporary)).toEqual([]);
});

test("an interrupted replay stops its stage, removes its folder and ends with status 130", async () => {
  const child = spawnBound(process.execPath, ["commands/replay.ts", "--data", files], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.on("data", (chunk) => String(chunk).includes("4 lines") && child.kill("SIGINT"));
  expect(await once(child, "close")).toEqual([130, null]);
  expect(readdirSync(temporary)).toEqual([]);
});

test("a file for the ERP is a new one, or nothing is written", async () => {
  const erp = join(scratch, "erp.sqlite");
  const write = () => replay("--data", files, "--erp", erp);
  expect(await write()).toMatchObject({ status: 0 });
  const stderr = expect.stringContaining("exists already; --erp takes the name of a new file.");
  expect(await write()).toMatchObject({ status: 2, stderr });
});
