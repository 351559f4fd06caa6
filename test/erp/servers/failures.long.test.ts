import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "#lib/clock.ts";
import { passwordFrom } from "#lib/erp/password.ts";
import { erpDatabaseOf } from "#lib/erp/postgresql.ts";
import { erpReaderOf } from "#lib/erp/view-reader.ts";
import type { Refusal } from "#lib/errors.ts";
import { silentMeter } from "#lib/metrics.ts";
import { type Owner, ownDatabase, suiteOn } from "../../support/erp-owner.ts";
import { type FaultyTcp, startFaultyTcp } from "../../support/faulty-tcp.ts";
import { site } from "../../support/site.ts";
import { patient } from "../../support/waits.ts";
import { connectionTo } from "./drivers.ts";

const view = (quantity: string) => `
  DROP VIEW IF EXISTS zongpai_view;
  CREATE VIEW zongpai_view AS SELECT 'PO1-1' AS zongpai, ${quantity} AS quantity, 'chair' AS product;
  GRANT SELECT ON zongpai_view TO erp_reader;
  ALTER ROLE erp_reader PASSWORD 'first' CONNECTION LIMIT -1;
`;

type Mode = {
  readonly name: string;
  readonly expected: "answered" | Refusal["condition"];
  readonly sql?: string;
  readonly line?: Parameters<FaultyTcp["fail"]>[0];
  /** Whether the open connection is cut as the fault begins. */
  readonly cut?: true;
};
const expected = "erpUnavailable";
const modes: readonly Mode[] = [
  { name: "refused", expected, cut: true, line: { kind: "refused" } },
  { name: "black hole", expected, line: { kind: "blackHole" } },
  { name: "view takes 10 s", expected, sql: view("(SELECT 100 FROM pg_sleep(10))") },
  { name: "reset in mid-row, once", expected: "answered", line: { kind: "resetInRow", times: 1 } },
  {
    name: "too many connections",
    ...{ expected, cut: true, sql: "ALTER ROLE erp_reader CONNECTION LIMIT 0" },
  },
  { name: "wrong column types", expected: "erpRowInvalid", sql: view("'many'::text") },
  {
    name: "password changed",
    ...{ expected, cut: true, sql: "ALTER ROLE erp_reader PASSWORD 'second'" },
  },
];

const [title, missing] = suiteOn("postgresql", "an ERP on PostgreSQL behind a faulty line");

describe.skipIf(missing)(title, () => {
  let owner: Owner;
  let line: FaultyTcp;
  const well = async () => {
    await owner.run(view("100"));
    await line.fail({ kind: "none" });
  };
  beforeAll(async () => {
    process.env.ROLE_PASSWORD = "first";
    owner = await ownDatabase("postgresql", "failures");
    line = await startFaultyTcp(owner.port);
    await owner.run("CREATE ROLE erp_reader LOGIN");
    await well();
  });
  afterEach(well);
  afterAll(async () => {
    await line?.stop();
    await owner?.close();
  });

  it.each(modes)("$name: $expected", async ({ expected, sql, line: fault, cut }) => {
    let ahead = 0;
    const password = { environment: "ROLE_PASSWORD" };
    const { port } = line;
    const connection = connectionTo({ ...owner, port }, { user: "erp_reader", password });
    const erp = { ...site.erp, connection };
    const clock = { ...systemClock, now: () => Date.now() + ahead };
    const reader = erpReaderOf(
      erpDatabaseOf(erp, passwordFrom),
      { ...site, erp },
      silentMeter.count,
      {
        ...{ clock, lookupLimitMs: patient.lookup },
      },
    );
    const ask = (limit = 20_000) =>
      reader.zongpai("PO1-1", { left: () => limit }).then(
        () => "answered",
        ({ condition }: Refusal) => condition,
      );
    expect(await ask()).toBe("answered");
    if (sql) await owner.run(sql);
    if (fault) await line.fail(fault);
    if (cut) await line.cut();

    const limit = expected === "erpUnavailable" ? 300 : undefined;
    const asked = await Promise.all(Array.from({ length: 20 }, () => ask(limit)));
    for (let n = 0; n < 20; n += 1) asked.push(await ask(limit));
    expect([...new Set(asked)]).toEqual([expected]);

    await well();
    // The breaker is open, although the ERP works again.
    if (expected === "erpUnavailable") expect(await ask()).toBe(expected);
    ahead = 30_000;
    expect(await ask()).toBe("answered");
  });
});
