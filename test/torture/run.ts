import { randomUUID } from "node:crypto";
import { usageError } from "#infra/usage-error.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable } from "#lib/store/client.ts";
import type { Item } from "#lib/store/expression.ts";
import { atOnce } from "../../commands/audit/at-once.ts";
import { auditTable } from "../../commands/audit/audit-table.ts";
import { scanTable } from "../../commands/audit/scan-table.ts";
import { erpRowsOf, openFixture } from "../../commands/fixture.ts";
import { drawn } from "../../commands/replay/storm.ts";
import { faultsOf, losesAnswer } from "./faults.ts";
import { type Fixture, type Options, tortured } from "./fixture.ts";
import { type ItemRef, knownOf, ordered, planOf, scaled } from "./plan.ts";
import { recount, type Sight, type Tell, type Violation, violations } from "./recount.ts";
import { rowsOf } from "./rows.ts";
import { type Scan, scannerOf } from "./scanner.ts";

/** Scanners at work at the same time. */
const workers = 24;
/** Of each violation so many sentences are kept. */
const mostSentences = 5;

const nameOfItem = ({ box_no, zongpai, category }: ItemRef) =>
  JSON.stringify([box_no, zongpai, category ?? ""]);

/** What the rows of the table say, once nothing moves any more. */
const readTable = async (fixture: Fixture, site: Site, tell: Tell) => {
  const table = openTable({ name: fixture.table, endpoint: fixture.endpoint });
  const items: Item[] = [];
  await scanTable(table, 1, async (page) => void items.push(...page));
  await auditTable(table, site, {
    segments: 1,
    onDifferences: (found) => {
      for (const one of found)
        tell(one.kind === "capPassed" ? "caps passed" : "drift", JSON.stringify(one));
    },
  });
  return rowsOf(items);
};

/**
 * Sends the commands of a seed through the faulty networks, then counts again. Of the figures `lostAnswers` are the faults after which
 * something is done and nobody is told, and `found` has the first sentences of each violation.
 * @throws UsageError for a site that does not exist or asks for tokens
 */
export const torture = async (options: Options) => {
  const { n, seed, kills } = options;
  const bare = await openFixture("torture", options.site, (site) =>
    erpRowsOf(knownOf(site), ordered(site), site),
  );
  const { site } = bare;
  if (site.auth.scheme === "jwt") throw usageError(`The site ${site.name} asks for tokens.`);
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
    const counts = Object.fromEntries(violations.map((name) => [name, 0])) as Record<
      Violation,
      number
    >;
    const found: string[] = [];
    const tell: Tell = (violation, sentence) => {
      counts[violation] += 1;
      if (counts[violation] <= mostSentences) found.push(`${violation}: ${sentence}`);
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
    // Some of the oldest commands come once more, hours later as it were, over a network that is whole again.
    fixture.network.faults = () => undefined;
    if (scanner.keyed) for (const scan of scans.slice(0, n / 20)) await scanner.again(scan);
    for (let at = 0; at < known.boxes.length; at += 1) await look(at);
    await fixture.drain();

    const rows = await readTable(fixture, site, tell);
    recount({ scans, sights, items, keyed: scanner.keyed }, rows, site, tell);
    if (!scans.some(({ tries }) => tries.some(({ verdict }) => verdict === "done")))
      throw new Error("Not one command was recorded.");
    const tally = Object.groupBy(
      scans,
      ({ tries }) => tries.find(({ verdict }) => verdict !== "silence")?.verdict ?? "silence",
    );
    const sum = (kinds: readonly (readonly [string, number])[]) =>
      kinds.reduce((all, [, count]) => all + count, 0);
    const kinds = [...faults.counts].toSorted();
    return {
      seed,
      commands: Object.fromEntries(
        Object.entries(tally).map(([verdict, all = []]) => [verdict, all.length]),
      ),
      faults: sum(kinds),
      lostAnswers: sum(kinds.filter(([kind]) => losesAnswer(kind))),
      counts,
      found,
    };
  } finally {
    await fixture.close();
  }
};
