import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { within } from "#lib/domain/operation.ts";
import { attributesOf } from "#lib/store/categories.ts";
import { goodsKey, operationsOf } from "#lib/store/keys.ts";
import { queryAll } from "#lib/store/query.ts";
import {
  boxes,
  category,
  configure,
  goodsWithHeadroom,
  lineOf,
  other,
  saveEntry,
  statusOf,
} from "../support/attachments.ts";
import { type Answer, call, hasKeys, keyHeader } from "../support/client.ts";
import { endpoint } from "../support/environment.ts";
import { expectError } from "../support/expect-error.ts";
import { boxNo, location } from "../support/samples.ts";
import { site, siteName } from "../support/site.ts";
import { rowAt, table } from "../support/table.ts";

const { attachment, success } = site;
const accepted = (answers: readonly Answer[]) => answers.filter(({ status }) => status < 300);

/** The embedded engine has no conflicts: one transaction in six meets one here, and waits a moment in the others. */
beforeEach(() => {
  endpoint.faults = (operation) => {
    if (operation !== "TransactWriteItems") return undefined;
    return Math.random() < 0.17 ? { kind: "conflict" } : { kind: "delay", ms: Math.random() * 3 };
  };
});

/** Runs the jobs by so many clients at once. */
const clients = async <Result>(
  count: number,
  jobs: readonly (() => Promise<Result>)[],
): Promise<Result[]> => {
  const results: Result[] = [];
  const left = jobs.map((job, at) => ({ job, at }));
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let next = left.shift(); next; next = left.shift()) results[next.at] = await next.job();
    }),
  );
  return results;
};

/**
 * What a scanner without a key makes of answers that say "again" or nothing: it sends again, and if its entry is there by then, it was
 * its own. Only a machine that is much too busy gets here.
 */
const insistent = async (send: () => Promise<Answer>): Promise<boolean> => {
  for (let unknown = false; ; ) {
    const answer = await send();
    if (answer.status < 300) return true;
    const { error_code } = answer.body;
    const { timeout, internal, writeConflict, throttled, duplicateBoxItem } = site.errors.accessory;
    if ([timeout.code, internal.code].includes(String(error_code))) unknown = true;
    else if (unknown && error_code === duplicateBoxItem.code) return true;
    else if (![writeConflict.code, throttled.code].includes(String(error_code))) {
      expectError(answer, "capExceeded", "accessory");
      return false;
    }
  }
};

const history = (goods: string) =>
  queryAll(table, operationsOf(goods), within(10_000), { consistent: true });

const entriesIn = async (goods: string, held: readonly string[]) => {
  const infos = await clients(
    16,
    held.map((box) => () => call("get-box-info", { box_no: box })),
  );
  return infos
    .flatMap(
      ({ body }) => (body.entries as { zongpai: string; quantity: number }[] | undefined) ?? [],
    )
    .filter((entry) => entry.zongpai === goods);
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
    const sum = (await entriesIn(goods, held)).reduce((total, { quantity }) => total + quantity, 0);
    expect(sum).toBe(headroom);
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
  if (attachment.removalGuard.includes("boxed"))
    it("against an entry of the category that it removes, 1,000 times: one of the two, never an entry in a removed category", async () => {
      const schedule = async (round: number) => {
        const { goods } = await goodsWithHeadroom(2);
        const box = boxNo(1 + (round % 100));
        const [entry, removal] = await Promise.all([
          saveEntry(goods, box, 1),
          configure(goods, { [other]: 2 }),
        ]);
        const there = (await statusOf(goods)).some((line) => line.category === category);
        if (removal.status < 300) expectError(entry, "categoryNotConfigured", "accessory");
        else expectError(removal, "removalRefused", "accessory");
        expect([entry.status < 300, there]).toEqual([removal.status >= 300, removal.status >= 300]);
      };
      // A thousand on demo; fewer on its variants, which differ in what the guard and the cap look at.
      const count = full ? 1_000 : 60;
      const rounds = Array.from({ length: count }, (_, round) => () => schedule(round));
      await clients(16, rounds);
    });

  it("against replacements: they serialise, one of them is what is configured, all are in history, no counter is lost", async () => {
    const { goods, headroom } = await goodsWithHeadroom(60);
    const quantities = Array.from({ length: 12 }, (_, at) => 60 + at);
    const held = boxes(12);
    const [answers, entries] = await Promise.all([
      clients(
        12,
        quantities.map((quantity) => () => configure(goods, { [category]: quantity, [other]: 50 })),
      ),
      clients(
        12,
        held.map((box) => () => saveEntry(goods, box, 2)),
      ),
    ]);
    expect(accepted(answers)).toHaveLength(12);
    expect(accepted(entries)).toHaveLength(12);
    const line = await lineOf(goods);
    expect(line?.boxed_quantity).toBe(24);
    expect(quantities).toContain(line?.configured_quantity);
    if (attachment.cap.rule === "configured")
      expect(line?.headroom).toBe((line?.configured_quantity ?? 0) - 24);
    else expect(line?.headroom).toBe(headroom - 24);
    const replaced = (await history(goods)).filter(
      ({ route }) => route === "put-attachment-config",
    );
    expect(replaced).toHaveLength(13);
    expect((await rowAt(goodsKey(goods))).config_rev).toBe(13);
  });
});

describe("§3 the real-evidence flip: a location and a box at once", () => {
  it("flip evidence once, by an operation that is in history, whichever came first", async () => {
    const needsLocation = attachment.realEvidence.includes("location");
    for (let round = 0; round < (full ? 20 : 6); round += 1) {
      const { goods } = await goodsWithHeadroom(20);
      const held = boxes(3);
      await Promise.all([
        call("post-attachment-location", { zongpai: goods, category, location: location(1) }),
        ...held.slice(0, 2).map((box) => saveEntry(goods, box, 1)),
      ]);
      const first = (await rowAt(goodsKey(goods)))[attributesOf(category).evidence];
      if (!needsLocation) expect(first).toEqual(expect.any(String));
      expect((await saveEntry(goods, held[2] ?? "", 1)).status).toBe(
        success["post-attachment-box"],
      );
      const flipped = (await rowAt(goodsKey(goods)))[attributesOf(category).evidence];
      if (first !== undefined) expect(flipped).toBe(first);
      const flipper = (await history(goods)).find(({ sk }) => sk === `OP#${flipped}`);
      expect(flipper).toMatchObject({ route: "post-attachment-box" });
      expect(await lineOf(goods)).toMatchObject({ evidence: attachment.evidence.present });
    }
  });
});

if (hasKeys)
  it("§4 each write, sent twice at once and again with its key, counts once and gets the same answer", async () => {
    const { goods } = await goodsWithHeadroom(40);
    const entry = { box_no: boxes(1)[0] ?? "", zongpai: goods, category };
    const writes = [
      ["put-attachment-config", { zongpai: goods, entries: [{ category, quantity: 45 }] }],
      ["post-attachment-location", { zongpai: goods, category, location: location(1) }],
      ["post-attachment-box", { ...entry, quantity: 6 }],
      ["patch-attachment-box", { ...entry, quantity: 9 }],
      ["delete-attachment-box", entry],
    ] as const;
    const before = (await history(goods)).length;
    const sent: { send: () => Promise<Answer>; text: string }[] = [];
    for (const [route, request] of writes) {
      const key = keyHeader(randomUUID());
      const send = () => call(route, request, key);
      const [one, two] = await Promise.all([send(), send()]);
      expect([two.status, two.text]).toEqual([one.status, one.text]);
      expect(one.status).toBe(success[route]);
      const marks = [one, two].map(({ headers }) => headers.get(site.extensions.replayed || ""));
      expect(marks.filter(Boolean)).toEqual(["true"]);
      sent.push({ send, text: one.text });
    }
    for (const { send, text } of sent) expect((await send()).text).toBe(text);
    expect(await history(goods)).toHaveLength(before + writes.length);
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 0 });
  });
