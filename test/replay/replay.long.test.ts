import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { program, replay, scratch, step, temporary } from "./command.ts";
import { fixture } from "./fixture.ts";

const files = fixture({}, scratch);

describe("with a stage of its own", () => {
  test("a replay ends with status 0, counts what was refused, and leaves nothing behind", async () => {
    const ended = await replay(["--data", files]);
    expect(ended.stderr).toMatch(
      /^4 lines in 2 boxes; run aw, concurrency 16, storm 0\.\n0 not as the files say, 0 sent again/,
    );
    expect(ended.status).toBe(0);
    expect(step(ended, "box").refused).toEqual({ INVALID_QUANTITY: 1 });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      boxes: { equal: 2, total: 2 },
      locations: { equal: 4, total: 4 },
      attachments: { equal: 4, total: 4 },
    });
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("a storm over every write changes nothing: each is recorded once and answered three times", async () => {
    const ended = await replay(["--data", files, "--storm", "1"]);
    expect(ended.stderr).toContain(" 0 sent again");
    expect(ended.status).toBe(0);
    const refused = { INVALID_QUANTITY: 2 };
    for (const [name, figures] of Object.entries({
      register: { sent: 8, accepted: 4, replayed: 4, refused: {} },
      box: { sent: 8, accepted: 3, replayed: 3, refused },
      config: { sent: 8, accepted: 4, replayed: 4, refused: {} },
      "attachment location": { sent: 8, accepted: 4, replayed: 4, refused: {} },
      "attachment box": { sent: 8, accepted: 3, replayed: 3, refused },
      "sent again": { sent: 20, accepted: 0, replayed: 18, refused },
    }))
      expect(step(ended, name)).toMatchObject(figures);
    expect(step(ended, "status")).toMatchObject({ sent: 4, accepted: 4 });
    const equal = { boxes: { equal: 2, total: 2 }, attachments: { equal: 4, total: 4 } };
    expect(JSON.parse(ended.stdout)).toMatchObject({
      ...equal,
      differences: [],
      broken: [],
    });
  });

  test("an interrupted replay stops its stage, removes its folder and ends with status 130", async () => {
    const ended = await replay(
      ["--data", files],
      (stderr, interrupt) => stderr.includes("4 lines") && interrupt(),
    );
    expect(ended.status).toBe(130);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe("a command that is not understood ends with status 2 and says what it takes", () => {
  test.each([
    [[], "required option '--data <folder>' not specified"],
    [["--data", files, "--concurrency", "0"], "It takes a whole number from 1 to 256."],
    [["--data", files, "--erp", program], "exists already; --erp takes the name of a new file."],
    [["--data", scratch], "Product.csv cannot be read: "],
  ])("%j", async (args, message) => {
    const ended = await replay(args);
    expect(ended.stderr).toContain(message);
    expect(ended.status).toBe(2);
  });
});
