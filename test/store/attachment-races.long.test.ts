import { beforeEach, describe, expect, it } from "vitest";
import {
  boxes,
  configure,
  goodsWithHeadroom,
  lineOf,
  other,
  saveEntry,
} from "../support/attachments.ts";
import { type Answer, call } from "../support/client.ts";
import { expectError } from "../support/expect-error.ts";
import { boxNo } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { endpoint } from "../support/worker.ts";

const { attachment } = site;

/** Runs jobs by so many clients at once; gives their results in the order of the jobs. */
const clients = async <Result>(
  count: number,
  jobs: readonly (() => Promise<Result>)[],
): Promise<Result[]> => {
  const results: Result[] = [];
  const left = jobs.entries();
  const work = async () => {
    for (const [at, job] of left) results[at] = await job();
  };
  await Promise.all(Array.from({ length: count }, work));
  return results;
};

/** The embedded engine has no conflicts: one transaction in six meets one, and the others wait a moment. */
beforeEach(() => {
  endpoint.faults = (operation) => {
    if (operation !== "TransactWriteItems") return undefined;
    return Math.random() < 0.17 ? { kind: "conflict" } : { kind: "delay", ms: Math.random() * 3 };
  };
});

/**
 * Sends again while the answer is "again" or none; an entry that is there after no answer is its own. Only a machine that is much too busy
 * gets to the second attempt.
 */
const insistent = async (send: () => Promise<Answer>): Promise<boolean> => {
  const { timeout, internal, writeConflict, throttled, duplicateBoxItem } = site.errors.accessory;
  for (let unknown = false; ; ) {
    const answer = await send();
    if (answer.status < 300) return true;
    const code = String(answer.body.error_code);
    if ([timeout.code, internal.code].includes(code)) unknown = true;
    else if (unknown && code === duplicateBoxItem.code) return true;
    else if (![writeConflict.code, throttled.code].includes(code)) {
      expectError(answer, "capExceeded", "accessory");
      return false;
    }
  }
};

const boxedIn = async (goods: string, held: readonly string[]) => {
  const infos = await clients(
    16,
    held.map((box_no) => () => call("get-box-info", { box_no })),
  );
  return infos
    .flatMap(({ body }) => body.entries as { zongpai: string; quantity: number }[])
    .reduce((sum, { zongpai, quantity }) => sum + (zongpai === goods ? quantity : 0), 0);
};

const [cap, tries] = [120, 200];

describe(`§8 the cap "${attachment.cap.rule}"`, () => {
  it("64 clients that try one unit at a time, many more than fit: exactly the cap is in", async () => {
    const { goods, headroom } = await goodsWithHeadroom(cap);
    const tried = boxes(headroom - cap + tries);
    const passed = await clients(
      64,
      tried.map((box) => () => insistent(() => saveEntry(goods, box, 1))),
    );
    expect(passed.filter(Boolean)).toHaveLength(headroom);
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: headroom, headroom: 0 });
    const held = tried.filter((_, at) => passed[at]);
    expect(await boxedIn(goods, held)).toBe(headroom);
  });
});

describe("§8 the removal guard: a replacement of the configuration", () => {
  const rounds = 60;

  it.runIf(attachment.removalGuard.includes("boxed"))(
    `against an entry of the category that it removes, ${rounds} times: one of the two, never an entry in a removed category`,
    async () => {
      const race = async (round: number) => {
        const { goods } = await goodsWithHeadroom(2);
        const [entry, removal] = await Promise.all([
          saveEntry(goods, boxNo(1 + (round % 100)), 1),
          configure(goods, { [other]: 2 }),
        ]);
        const removed = removal.status < 300;
        if (removed) expectError(entry, "categoryNotConfigured", "accessory");
        else expectError(removal, "removalRefused", "accessory");
        expect(entry.status < 300).toBe(!removed);
        expect((await lineOf(goods)) === undefined).toBe(removed);
      };
      await clients(
        16,
        Array.from({ length: rounds }, (_, round) => () => race(round)),
      );
    },
  );
});
