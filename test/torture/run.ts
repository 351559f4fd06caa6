import { randomUUID } from "node:crypto";
import type { Site } from "#lib/site/schema.ts";
import { openTable } from "#lib/store/client.ts";
import type { Item } from "#lib/store/expression.ts";
import { atOnce } from "../../commands/audit/at-once.ts";
import { auditTable } from "../../commands/audit/audit-table.ts";
import { scanTable } from "../../commands/audit/scan-table.ts";
import { erpRowsOf, openFixture, tableName } from "../../commands/fixture.ts";
import { drawn } from "../../commands/replay/storm.ts";
import { faultsOf } from "./faults.ts";
import { type Fixture, type Options, tortured } from "./fixture.ts";
import { type ItemRef, knownOf, ordered, planOf, scaled } from "./plan.ts";
import { type Report, recount, type Sight } from "./recount.ts";
import { rowsOf } from "./rows.ts";
import { type Scan, scannerOf } from "./scanner.ts";

/** Scanners at the same time. */
const workers = 24;
/** Sentences that are kept of each violation. */
const mostSentences = 5;

const nameOfItem = ({ box_no, zongpai, category }: ItemRef) =>
  JSON.stringify([box_no, zongpai, category ?? ""]);

const readTable = async (fixture: Fixture, site: Site, report: Report) => {
  const table = openTable({ name: tableName, endpoint: fixture.endpoint });
  const items: Item[] = [];
  await scanTable(table, 1, async (page) => void items.push(...page));
  await auditTable(table, site, {
    segments: 1,
    onDifferences: (found) => {
      for (const one of found)
        report(one.kind === "capPassed" ? "caps passed" : "drift", JSON.stringify(one));
    },
  });
  return rowsOf(items);
};

/** Sends the commands of a seed through the faulty networks, then counts again; `found` has the first sentences of each violation. */
export const torture = async (options: Options) => {
  const { n, seed, kills } = options;
  const bare = await openFixture("torture", options.site, (site) =>
    erpRowsOf(knownOf(site), ordered(site), site),
  );
  const { site } = bare;
  const known = knownOf(site);
  const codes = [undefined, ...site.attachment.categories.map(({ code }) => code)];
  const items = known.boxes.flatMap((box_no) =>
    known.goods.flatMap((zongpai) => codes.map((category) => ({ box_no, zongpai, category }))),
  );
  const fixture = await tortured(bare, options);
  try {
    const faults = faultsOf(seed, options.faults);
    const scanner = scannerOf(site, fixture, { seed, mishapOf: faults.scanner });
    const commandOf = planOf(site, known, seed);
    const scans: Scan[] = [];
    const sights: Sight[] = [];
    const last = new Map<string, number>();
    const found: string[] = [];
    const report: Report = (violation, sentence) => {
      const same = found.filter((one) => one.startsWith(violation));
      if (same.length < mostSentences) found.push(`${violation}: ${sentence}`);
    };

    /** Reads a box: all of its items are seen at once. */
    const look = async (at: number) => {
      const box_no = known.boxes[at % known.boxes.length] as string;
      const read = await scanner.read("get-box-info", { box_no });
      if (!read) return;
      const { fields } = site;
      const listed = [
        ...(read.body[fields.items] as Record<string, unknown>[]),
        ...(read.body[fields.entries] as Record<string, unknown>[]),
      ];
      const held = new Map(
        listed.map((one) => [
          nameOfItem({
            box_no,
            zongpai: String(one[fields.zongpai]),
            category: one[fields.category] as string | undefined,
          }),
          scaled(one[fields.quantity], site),
        ]),
      );
      for (const item of items) {
        if (item.box_no !== box_no) continue;
        const quantity = held.get(nameOfItem(item)) ?? 0;
        sights.push({ item, quantity, sent: read.sent, answered: read.answered });
        if (quantity) last.set(nameOfItem(item), quantity / 10 ** site.formats.quantity.decimals);
      }
    };

    fixture.network.faults = faults.engine;
    await atOnce(Array(n).keys(), workers, async (before) => {
      const at = before + 1;
      // Spread over the run, each between two commands.
      if (Math.floor((at * kills) / n) > Math.floor((before * kills) / n)) void fixture.kill();
      const scan = {
        ...commandOf(at, (item) => last.get(nameOfItem(item))),
        key: randomUUID(),
        tries: [],
      };
      scans.push(scan);
      await scanner.run(scan);
      if (drawn(seed, `look ${at}`) < 0.12) await look(at);
    });
    await scanner.rest();
    // Some of the oldest commands come once more, over a network that is whole again.
    fixture.network.faults = () => undefined;
    if (scanner.keyed) for (const scan of scans.slice(0, n / 20)) await scanner.again(scan);
    for (let at = 0; at < known.boxes.length; at += 1) await look(at);
    await fixture.drain();

    const rows = await readTable(fixture, site, report);
    recount({ scans, sights, items, keyed: scanner.keyed }, rows, site, report);
    const done = scans.filter(({ tries }) => tries.some(({ verdict }) => verdict === "done"));
    return { done: done.length, ...faults.counts, found };
  } finally {
    await fixture.close();
  }
};
