import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { attributesOf } from "#lib/store/categories.ts";
import { historyOf } from "#lib/store/history.ts";
import { goodsKey } from "#lib/store/keys.ts";
import {
  boxes,
  category,
  configure,
  goodsWithHeadroom,
  lineOf,
  other,
  saveEntry,
} from "../support/attachments.ts";
import { type Answer, call, hasKeys, keyHeader } from "../support/client.ts";
import { expectError } from "../support/expect-error.ts";
import { clients } from "../support/rush.ts";
import { boxNo, location } from "../support/samples.ts";
import { site, siteName } from "../support/site.ts";
import { rowAt, table } from "../support/table.ts";
import { endpoint } from "../support/worker.ts";

const { attachment, success } = site;

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

const historyOfGoods = (goods: string) => historyOf(table, goods, { left: () => 10_000 });
const flipperOf = async (goods: string) =>
  (await rowAt(goodsKey(goods)))[attributesOf(category).evidence];

const boxedIn = async (goods: string, held: readonly string[]) => {
  const infos = await clients(
    16,
    held.map((box_no) => () => call("get-box-info", { box_no })),
  );
  return infos
    .flatMap(({ body }) => body.entries as { zongpai: string; quantity: number }[])
    .reduce((sum, { zongpai, quantity }) => sum + (zongpai === goods ? quantity : 0), 0);
};

/** Two thousand tries on demo; fewer on the others, which differ in the rule of the cap alone. */
const full = siteName === "demo";
const [cap, tries] = full ? [500, 2_000] : [120, 200];

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

  it("one entry from 64 clients: it is recorded once, and 63 are refused as duplicates", async () => {
    const { goods } = await goodsWithHeadroom(90);
    const [box = ""] = boxes(1);
    const save = () => saveEntry(goods, box, 1);
    const answers = await clients(64, Array<typeof save>(64).fill(save));
    const others = answers.filter(({ status }) => status >= 300);
    expect(others).toHaveLength(63);
    for (const answer of others) expectError(answer, "duplicateBoxItem", "accessory");
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 1 });
  });
});

describe("§8 the removal guard: a replacement of the configuration", () => {
  // Fewer rounds on demo's variants, which differ in what the guard and the cap look at.
  const rounds = full ? 1_000 : 60;

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

  it("against replacements: they serialise, one of them is what is configured, all are in history, no counter is lost", async () => {
    const { goods, headroom } = await goodsWithHeadroom(60);
    const quantities = Array.from({ length: 12 }, (_, at) => 60 + at);
    const answers = await Promise.all([
      ...quantities.map((quantity) => configure(goods, { [category]: quantity, [other]: 50 })),
      ...boxes(12).map((box) => saveEntry(goods, box, 2)),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(24);
    const line = await lineOf(goods);
    const configured = line?.configured_quantity ?? 0;
    expect(quantities).toContain(configured);
    expect(line).toMatchObject({
      boxed_quantity: 24,
      headroom: (attachment.cap.rule === "configured" ? configured : headroom) - 24,
    });
    const replaced = (await historyOfGoods(goods)).filter(
      ({ route }) => route === "put-attachment-config",
    );
    expect(replaced).toHaveLength(13);
    expect((await rowAt(goodsKey(goods))).config_rev).toBe(13);
  });
});

describe("§3 the real-evidence flip: a location and a box at once", () => {
  it("flip evidence once, by an operation that is in history, whichever came first", async () => {
    for (let round = 0; round < (full ? 20 : 6); round += 1) {
      const { goods } = await goodsWithHeadroom(20);
      const [one = "", two = "", three = ""] = boxes(3);
      await Promise.all([
        call("post-attachment-location", { zongpai: goods, category, location: location(1) }),
        saveEntry(goods, one, 1),
        saveEntry(goods, two, 1),
      ]);
      const first = await flipperOf(goods);
      if (!attachment.realEvidence.includes("location")) expect(first).toBeDefined();
      expect((await saveEntry(goods, three, 1)).status).toBe(success["post-attachment-box"]);
      const flipped = await flipperOf(goods);
      expect(flipped).toBe(first ?? flipped);
      const flipper = (await historyOfGoods(goods)).find(({ id }) => id === flipped);
      expect(flipper).toMatchObject({ route: "post-attachment-box" });
      expect(await lineOf(goods)).toMatchObject({ evidence: attachment.evidence.present });
    }
  });
});

it.runIf(hasKeys)(
  "§4 each write, sent twice at once and again with its key, counts once and gets the same answer",
  async () => {
    const { goods } = await goodsWithHeadroom(40);
    const entry = { box_no: boxes(1)[0], zongpai: goods, category };
    const writes = [
      ["put-attachment-config", { zongpai: goods, entries: [{ category, quantity: 45 }] }],
      ["post-attachment-location", { zongpai: goods, category, location: location(1) }],
      ["post-attachment-box", { ...entry, quantity: 6 }],
      ["patch-attachment-box", { ...entry, quantity: 9 }],
      ["delete-attachment-box", entry],
    ] as const;
    const before = (await historyOfGoods(goods)).length;
    const sent: (() => Promise<void>)[] = [];
    for (const [route, request] of writes) {
      const key = keyHeader(randomUUID());
      const send = () => call(route, request, key);
      const [one, two] = await Promise.all([send(), send()]);
      expect(one.status).toBe(success[route]);
      expect([two.status, two.text]).toEqual([one.status, one.text]);
      const marks = [one, two].map(({ headers }) => headers.get(site.extensions.replayed || ""));
      expect(marks.filter(Boolean)).toEqual(["true"]);
      sent.push(async () => expect((await send()).text).toBe(one.text));
    }
    for (const again of sent) await again();
    expect(await historyOfGoods(goods)).toHaveLength(before + writes.length);
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 0 });
  },
);
