import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import { describe, expect, onTestFinished, test } from "vitest";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { withErpInFile } from "#infra/erp/erp-file.ts";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { localCredentials, localKeys } from "#infra/local/authenticate-key.ts";
import { addStep } from "#infra/local/command-steps.ts";
import { createGateway } from "#infra/local/gateway.ts";
import { MemoryTable } from "#infra/local/memory-table.ts";
import { makeSample } from "#infra/local/sample/make-sample.ts";
import { isOfSample } from "#infra/local/sample/sample-rows.ts";
import type { Clock } from "#lib/clock.ts";
import { answerToCondition, type Condition, type ErrorGroup } from "#lib/errors.ts";
import { type LambdaHandler, openFunctions } from "#lib/in-process.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { moreExamples } from "#lib/site/more-examples.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable, type Table } from "#lib/store/client.ts";
import { auditTable } from "../../commands/audit/audit-table.ts";
import { scanTable } from "../../commands/audit/scan-table.ts";
import { contractOf } from "../../commands/contract/contract.ts";
import { type FieldValues, senderTo } from "../../commands/contract/request.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import oddKeyless from "../site/odd-keyless.ts";
import { newFolder } from "../support/folder.ts";
import { patient } from "../support/waits.ts";

type MakeOptions = Partial<Parameters<typeof makeSample>[0]>;
const emptyErp = { goods: [], boxes: [] };

/** A site's table in memory and its demo ERP, with functions that read them. */
const openWarehouse = (site: Site) => {
  takeAnyCredentials();
  const memory = new MemoryTable();
  const erpFile = join(newFolder(), "erp.sqlite");
  seedDemoErp(erpFile, site);
  /** Number of transactions that still succeed. */
  const left = { transactions: Number.POSITIVE_INFINITY };
  const open = (clock?: Clock): Table => {
    const table = openTable({ name: "Warehouse", attemptLimit: patient.attempt, clock });
    memory.answerCommandsOf(table);
    addStep(
      table,
      () =>
        (next, { commandName }) =>
        async (args) => {
          if (commandName === "TransactWriteItemsCommand" && left.transactions-- <= 0)
            throw new DynamoDBServiceException({
              ...{ name: "AccessDeniedException", $fault: "client", message: "not now" },
              $metadata: { httpStatusCode: 400 },
            });
          return next(args);
        },
      { name: "endOfStore", priority: "high" },
    );
    return table;
  };
  const table = open();
  const rows = async () => {
    const all: Record<string, unknown>[] = [];
    await scanTable(table, 1, async (page) => void all.push(...page));
    return all;
  };
  return {
    ...{ erpFile, left, rows },
    make: (over: MakeOptions = {}) =>
      makeSample({
        ...{ site, wish: "first", erpFile, ownErp: true, taken: emptyErp },
        ...{ openTable: open, limits: patient },
        ...over,
      }),
    /** The keys of all rows, without the random part of those without a client's key. */
    keys: async () =>
      (await rows()).map(({ pk, sk }) => `${pk} ${sk}`.replace(/OP#s#.*/, "OP#s")).toSorted(),
    differences: async () => {
      const found: object[] = [];
      await auditTable(table, site, { segments: 1, onDifferences: (all) => found.push(...all) });
      return found;
    },
    /** Sends requests in canonical names. */
    asking: async () => {
      const handlers = await openFunctions(site, {
        ...{ table, erpFile, lookupLimitMs: patient.lookup, settings: { budget: patient.budget } },
      });
      const gateway = createGateway(site, {
        apiKeys: localKeys(site),
        handlerOf: (id) => handlers.get(id) as LambdaHandler,
      });
      onTestFinished(gateway.stop);
      const url = `http://127.0.0.1:${await gateway.listen(0)}`;
      const contract = contractOf(
        site,
        senderTo(url, async () => localCredentials(site)),
      );
      return async (id: RouteId, fields: FieldValues = {}): Promise<FieldValues> => {
        const { status, body, text } = await contract.call(id, fields);
        expect(status, text).toBe(site.success[id]);
        return body;
      };
    },
  };
};

type OverviewItem = { zongpai?: string; category?: string; registered_at: string; who?: string };
type OverviewGroup = { area: string; items: OverviewItem[] };
type OverviewPage = {
  locations?: OverviewGroup[];
  off_shelf?: { items: OverviewItem[] };
  cursor?: string;
};

const readOverview = async (ask: (id: RouteId, fields?: FieldValues) => Promise<FieldValues>) => {
  const pages: OverviewPage[] = [];
  do {
    const cursor = pages.at(-1)?.cursor;
    pages.push((await ask("location-overview", cursor ? { cursor } : {})) as OverviewPage);
  } while (pages.at(-1)?.cursor);
  const isGoods = ({ zongpai, category }: OverviewItem) =>
    zongpai !== undefined && category === undefined;
  const shelves = pages.flatMap(({ locations = [] }) => locations);
  return {
    areas: new Set(shelves.filter(({ items }) => items.some(isGoods)).map(({ area }) => area)),
    onShelves: shelves.flatMap(({ items }) => items).filter(isGoods),
    off: pages.flatMap(({ off_shelf }) => off_shelf?.items ?? []).filter(isGoods),
  };
};

const hoursSince = ({ registered_at }: OverviewItem) =>
  (Date.now() - Date.parse(registered_at)) / 3_600_000;

describe.each([
  ["demo", demo, 39, 5],
  // Without an endpoint to clear what left.
  ["odd", odd, 43, 2],
] as const)("the sample of %s", (_, site, onShelves, areas) => {
  test("has a mark on each of its operations, and on no other row", async () => {
    const place = openWarehouse(site);
    await place.make();
    const ask = await place.asking();
    const { zongpai, location } = site.formats;
    await ask("post-trace-location", { zongpai: zongpai.example, location: location.example });
    const rows = await place.rows();
    const operations = rows.filter(({ fingerprint }) => fingerprint !== undefined);
    const marked = rows.filter(isOfSample);
    expect(operations.length - marked.length).toBe(1);
    expect(marked.every((row) => operations.includes(row))).toBe(true);
  });

  test("has goods on shelves in the site's areas, and off the shelf for days", async () => {
    const place = openWarehouse(site);
    expect(await place.make()).toMatch(/^48 invented goods labels and 14 boxes/);
    const found = await readOverview(await place.asking());
    expect(found.onShelves).toHaveLength(onShelves);
    expect(found.areas.size).toBe(areas);
    const hours = found.off
      .map(hoursSince)
      .map(Math.floor)
      .toSorted((one, other) => one - other);
    expect(hours).toEqual([0, 2, 6, 25, 72]);
  });

  test("has a box that left, which is in no list of places", async () => {
    const place = openWarehouse(site);
    await place.make();
    const ask = await place.asking();
    const box_no = moreExamples(site.formats.boxNo, 8 + 14)[8 + 1];
    expect(await ask("get-box-info", { box_no })).toMatchObject({ cleared: true, off_shelf: true });
    expect(JSON.stringify(await ask("location-overview", { off_shelf: true }))).not.toContain(
      `"${box_no}"`,
    );
  });

  test("has boxes and attachments in each state of progress", async () => {
    const place = openWarehouse(site);
    await place.make();
    const ask = await place.asking();
    const { attachment, formats } = site;
    const [full, begun] = await Promise.all(
      [5, 6].map(async (at) => {
        const box_no = moreExamples(formats.boxNo, 8 + 14)[8 + at];
        return (await ask("get-box-info", { box_no })) as {
          quantity: number;
          items_quantity: number;
        };
      }),
    );
    expect(full?.items_quantity).toBe(full?.quantity);
    expect(begun?.items_quantity).toBeGreaterThan(0);
    expect(begun?.items_quantity).toBeLessThan(begun?.quantity ?? 0);
    const rows = await place.rows();
    const goods = [
      ...new Set(rows.flatMap(({ pk, sk }) => (sk === "GOODS" ? String(pk).slice(2) : []))),
    ];
    const lines = await Promise.all(
      goods.map(async (zongpai) => (await ask("get-attachment-status", { zongpai })).categories),
    );
    const evidence = lines.flat().map((line) => (line as { evidence: string }).evidence);
    expect(new Set(evidence)).toEqual(new Set(Object.values(attachment.evidence)));
  });

  test("leaves the goods and boxes of first requests and smoke tests alone", async () => {
    const place = openWarehouse(site);
    await place.make();
    const { zongpai, boxNo } = site.formats;
    const firstOnes = [...moreExamples(zongpai, 20), ...moreExamples(boxNo, 8)].map(
      (code) => `#${code} `,
    );
    const keys = await place.keys();
    expect(keys.filter((key) => firstOnes.some((code) => key.includes(code)))).toEqual([]);
  });

  test("has a history in order, and the audit finds nothing", async () => {
    const place = openWarehouse(site);
    await place.make();
    expect(await place.differences()).toEqual([]);
  });

  test("is made once: a second start writes nothing", async () => {
    const place = openWarehouse(site);
    const said = await place.make();
    const before = await place.rows();
    place.left.transactions = 0;
    expect(await place.make()).toBe(said);
    expect(await place.rows()).toEqual(before);
  });
});

test("on demo has several people in the history, and today's refusals", async () => {
  const place = openWarehouse(demo);
  await place.make();
  const ask = await place.asking();
  const { refusals } = (await ask("get-refusals")) as {
    refusals: { reason: string; who: string }[];
  };
  const kinds: [ErrorGroup, Condition][] = [
    ...(["zongpaiNotFound", "duplicateBoxItem", "itemNotFound", "movedBeyondBoxed"] as const).map(
      (condition): [ErrorGroup, Condition] => ["product", condition],
    ),
    ...(["capExceeded", "categoryNotConfigured", "removalRefused"] as const).map(
      (condition): [ErrorGroup, Condition] => ["accessory", condition],
    ),
  ];
  const codes = kinds.map(
    ([group, condition]) => answerToCondition({ group, condition }, demo.errors).code,
  );
  expect(refusals).toHaveLength(8);
  expect(new Set(refusals.map(({ reason }) => reason))).toEqual(new Set(codes));
  const { events } = (await ask("get-history", { zongpai: "PO8-2" })) as {
    events: { who: string; recorded_at: string }[];
  };
  expect([...new Set(events.map(({ who }) => who))]).toEqual(["Aylin", "Jonas", "Mei", "Tomasz"]);
  const instants = events.map(({ recorded_at }) => recorded_at);
  expect(instants).toEqual(instants.toSorted().reverse());
  const { items } = (await ask("location-overview", { zongpai: "PO5-4" })) as OverviewPage & {
    items?: OverviewItem[];
  };
  expect(items).toBeUndefined();
});

describe("an interrupted start", () => {
  test.each([1, 2, 40, 100])(
    "after %i writes is completed by the next one",
    async (transactions) => {
      const [whole, place] = [openWarehouse(demo), openWarehouse(demo)];
      await whole.make();
      place.left.transactions = transactions;
      expect(await place.make()).toMatch(/^incomplete: .*; the next start continues$/);
      place.left.transactions = Number.POSITIVE_INFINITY;
      expect(await place.make()).toMatch(/^48 invented/);
      expect(await place.keys()).toEqual(await whole.keys());
      expect(await place.differences()).toEqual([]);
    },
  );

  test("on a site without a key leaves what it has, and says so", async () => {
    const place = openWarehouse(oddKeyless);
    place.left.transactions = 40;
    expect(await place.make({ wish: "asked" })).toMatch(/^incomplete: .*[^s]$/);
    place.left.transactions = Number.POSITIVE_INFINITY;
    const before = await place.rows();
    expect(await place.make({ wish: "asked" })).toMatch(/^incomplete: a start was interrupted/);
    expect(await place.rows()).toEqual(before);
  });
});

describe("a table that has other data", () => {
  const used = async (site: Site, zongpai: string) => {
    const place = openWarehouse(site);
    const ask = await place.asking();
    await ask("post-trace-location", { zongpai, location: site.formats.location.example });
    return place;
  };

  test.each([demo, odd])("is left alone by a start that was not asked", async (site) => {
    const place = await used(site, site.formats.zongpai.example);
    const before = await place.rows();
    expect(await place.make()).toBeUndefined();
    expect(await place.rows()).toEqual(before);
  });

  test("gets the sample where the others are only copies of the ERP's boxes", async () => {
    const place = openWarehouse(demo);
    await (await place.asking())("get-box-info", { box_no: "BX4" });
    expect(await place.rows()).toHaveLength(1);
    expect(await place.make()).toMatch(
      /^48 invented goods labels and 14 boxes, with a history of six days \(/,
    );
  });

  test("gets the sample next to them when it is asked for", async () => {
    const place = await used(demo, "PO4-1");
    expect(await place.make({ wish: "asked" })).toMatch(
      /^48 invented .* in addition to the data in the table/,
    );
    expect(await place.make({ wish: "asked" })).toMatch(/^48 invented/);
    expect(await place.differences()).toEqual([]);
  });

  test("is not made where its goods exist, or where the site has no key", async () => {
    const place = await used(demo, "PO6-1");
    expect(await place.make({ wish: "asked" })).toMatch(/^none: the table has PO6-1,/);
    const keyless = await used(oddKeyless, odd.formats.zongpai.example);
    expect(await keyless.make({ wish: "asked" })).toMatch(/^none: the table has other data/);
  });
});

describe("an ERP that cannot give it", () => {
  test("because an older version made the file, is said, with what to do", async () => {
    const place = openWarehouse(demo);
    const erpFile = join(newFolder(), "older.sqlite");
    const goods = moreExamples(demo.formats.zongpai, 20);
    createErpDatabase(erpFile, demo, {
      goods: goods.map((zongpai) => ({ zongpai, quantity: 10, product: "" })),
      boxes: [],
    });
    const said = await place.make({ erpFile });
    expect(said).toMatch(/^none: .* there are 0 and 0.*older version, delete it/);
    expect(await place.rows()).toEqual([]);
  });

  test("because it cannot be read, is said", async () => {
    const place = openWarehouse(demo);
    const erpFile = join(newFolder(), "broken.sqlite");
    writeFileSync(erpFile, "this is no database, and no warehouse either");
    expect(await place.make({ erpFile, ownErp: false })).toMatch(/^none: file is not a database$/);
  });

  test("of all it wants gives a smaller one", async () => {
    const place = openWarehouse(demo);
    const erpFile = join(newFolder(), "small.sqlite");
    createErpDatabase(erpFile, demo, {
      goods: moreExamples(demo.formats.zongpai, 32).map((zongpai) => ({
        zongpai,
        quantity: 10,
        product: "",
      })),
      boxes: moreExamples(demo.formats.boxNo, 11).map((box_no) => ({
        box_no,
        quantity: 1,
        columns: [null, null],
      })),
    });
    expect(await place.make({ erpFile })).toMatch(/^12 invented goods labels and 3 boxes/);
    expect(await place.differences()).toEqual([]);
  });
});

const sitesFolder = new URL("../site/", import.meta.url);
const profileFiles = readdirSync(sitesFolder).filter((file) =>
  /^(?!faulty|changed|kinds|refused|roles\.|roles-)[\w-]+\.ts$/.test(file),
);

test.each(profileFiles)(
  "the site in %s can have one, in which the audit finds nothing",
  async (file) => {
    const { default: site } = (await import(new URL(file, sitesFolder).href)) as { default?: Site };
    if (!site) return;
    const place = openWarehouse(withErpInFile(site));
    expect(await place.make({ site: withErpInFile(site) })).toMatch(/^48 invented goods labels/);
    expect(await place.differences()).toEqual([]);
  },
);
