import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { LookupFailure } from "#lib/erp/database.ts";
import { erpDatabaseOf } from "#lib/erp/sqlite.ts";
import { viewsOf } from "#lib/erp/views.ts";
import type { Site } from "#lib/site/schema.ts";
import { checkErp } from "../../commands/erp-check/check-erp.ts";
import { checkExtremeKeys, extremeKeys } from "../../commands/erp-check/extreme-keys.ts";
import { checkRepeatedKeys } from "../../commands/erp-check/repeated-keys.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import postgresql from "../site/postgresql.ts";
import secretly from "../site/postgresql-secret.ts";
import { runCommand } from "../support/command.ts";
import { newFolder } from "../support/folder.ts";
import { onLoopback } from "../support/loopback.ts";
import { keepOutput } from "../support/output.ts";
import { startSecrets } from "../support/secrets-manager.ts";

const folder = newFolder();
const file = join(folder, "demo-erp.sqlite");
const changeErp = (sql: string) => {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
};
const output = keepOutput();
/** Whether a save would work, and the command's output. */
const checkOutput = async (site: Site = demo, at = file) => {
  output.clear();
  const { canSave } = await checkErp(site, at);
  return { canSave, said: output.text() };
};
const nothingFound = () => ({ lines: [], problems: [] as string[], notes: [] as string[] });
const goodsView = {
  ...{ view: viewsOf(demo.erp).zongpais, quantity: "", format: demo.formats.zongpai },
  look: async () => undefined,
};
const unusedPassword = { current: async () => "", otherThan: async () => undefined };
const failureWith = (advice: string) => ({
  canSave: false,
  said: expect.stringMatching(RegExp(`To fix:.*${advice}.*A save would fail\\.`, "s")),
});

describe("npm run erp:check", () => {
  beforeEach(() => {
    rmSync(file, { force: true });
    createErpDatabase(file, demo, {
      boxes: [{ box_no: "BX10", quantity: 5, columns: ["sea", null] }],
      goods: [{ zongpai: "PO4-1", quantity: 7, product: "screw" }],
    });
  });

  it("says that a save would work, with columns, a row and a look-up time", async () => {
    expect(await checkOutput()).toEqual({
      canSave: true,
      said: expect.stringMatching(
        /zongpai_view\n.*: zongpai, quantity, product\n.*1 of 1 rows.*\n.*\{"zongpai":"PO4-1","quantity":7,"product":"[a-z]+"\}\n.* [\d.]+ ms at first.*shortest and longest keys.*: "PO.*A save would work\./s,
      ),
    });
  });

  it("says how long a page of the boxes of a day takes, or that there is no day", async () => {
    const on = (day: string) => changeErp(`UPDATE erp_box SET column_1 = '${day}'`);
    on("2026-11-28");
    const right = await checkOutput();
    expect(right.said).toMatch(/ {2}a page of 50 boxes of 2026-11-28 takes [\d.]+ ms at first/);
    expect(right.said).not.toContain("Note:");
    on("28.11.2026");
    expect(await checkOutput()).toEqual({
      canSave: true,
      said: expect.stringContaining(
        'Note: box_info_view.ship_date has the value "28.11.2026", and no day such as 2026-11-28.',
      ),
    });
  });

  it.each([
    ["has no view", "DROP VIEW zongpai_view", "no such table: zongpai_view"],
    [
      "lacks a column",
      "DROP VIEW zongpai_view; CREATE VIEW zongpai_view AS SELECT zongpai FROM erp_goods",
      'has no column "quantity"',
    ],
    ["has no rows", "DELETE FROM erp_goods", "has no row"],
    [
      "holds keys that no scanner can send",
      "UPDATE erp_goods SET zongpai = 'po4 1'",
      "scanners cannot send it",
    ],
  ])("says what to fix when the view of goods %s", async (_, sql, advice) => {
    changeErp(sql);
    expect(await checkOutput()).toEqual(failureWith(advice));
  });

  it("says how many rows do not fit, and continues with one that fits", async () => {
    changeErp("INSERT INTO erp_goods VALUES ('PO5-1', 'many', 'nut'), (NULL, 3, 'bolt')");
    const example =
      /1 of 3 rows read fit.*For example: zongpai_view\.quantity has the value "many"\./s;
    expect(await checkOutput()).toEqual({ canSave: true, said: expect.stringMatching(example) });
  });

  /** A view of goods with these rows, and more that come from the demo. */
  const repeat = (...rows: string[]) => `
    DROP VIEW zongpai_view;
    CREATE TABLE lots (zongpai TEXT, quantity NUMERIC, product TEXT);
    INSERT INTO lots VALUES ${rows.join(", ")};
    CREATE VIEW zongpai_view AS SELECT * FROM lots`;

  it("counts the keys that come more than once, and tries another one", async () => {
    expect((await checkOutput()).said).toMatch(/box_info_view\n.*no key comes more than once/s);
    const lots = ["('PO4-7', 3, 'lot 1')", "('PO4-7', 5, 'lot 2')", "('PO4-7', 5, 'lot 2')"];
    changeErp(repeat(...lots, "('PO4-8', 1, 'x')", "('PO4-8', 1, 'x')", "('PO4-9', 1, 'x')"));
    const { canSave, said } = await checkOutput();
    expect(said).toContain('keys with several rows: 2, for example "PO4-7" with 3.');
    expect(said).toContain('one row: {"zongpai":"PO4-9"');
    expect(canSave).toBe(true);
  });

  it("says that scans are refused if all keys come more than once", async () => {
    changeErp(repeat("('PO4-7', 3, 'lot 1')", "('PO4-7', 5, 'lot 2')"));
    expect(await checkOutput()).toEqual(
      failureWith('Scans of "PO4-7" would be refused, .* zongpai_view.zongpai \\(2 unlike rows'),
    );
  });

  it("gives up counting after its time", async () => {
    const slow =
      "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1000000) SELECT n AS zongpai FROM c";
    changeErp(`DROP VIEW zongpai_view; CREATE VIEW zongpai_view AS ${slow}`);
    const check = nothingFound();
    await checkRepeatedKeys(check, goodsView, { site: demo, file, limitMs: 100 });
    expect(check.notes).toEqual([expect.stringContaining("gave up counting the keys")]);
  });

  it("says that a label without a row would be sent without end", async () => {
    const refusal = new Error("invalid input syntax for type bigint");
    const ask = () => Promise.reject(new LookupFailure("value", "refused a value", refusal));
    const check = nothingFound();
    const database = erpDatabaseOf(demo.erp, () => unusedPassword, file);
    const session = { ask, isUsable: () => true, close: () => {} };
    await checkExtremeKeys(check, goodsView, database, session);
    expect(check.problems).toEqual([
      expect.stringMatching(/"PO.* fail: invalid input syntax for type bigint\. .* without end/),
    ]);
  });

  it.each([
    [/^[A-Z]{2,4}[0-9]-[0-9]{1,3}$/, ["AA1-1", "AAAA1-111"]],
    [/^(?:[0-9]{18}|A[0-9]{3})$/, ["A111", "1".repeat(18)]],
    [/^(?!0)[0-9]+$/, ["1", "1".repeat(100)]],
  ])("tries the shortest and the longest key that %s accepts", (pattern, keys) => {
    expect(extremeKeys(pattern)).toEqual(keys);
  });

  it("needs the view of boxes only where the site refuses unknown boxes", async () => {
    changeErp("DROP VIEW box_info_view");
    const lacking = expect.stringContaining(
      "Until then, GET /box/info answers without the ERP's columns; saves work.",
    );
    expect(await checkOutput()).toEqual({ canSave: true, said: lacking });
    const other = join(folder, "odd.sqlite");
    const goods = [{ zongpai: "ab.1234", quantity: 7, product: "x" }];
    createErpDatabase(other, odd, { boxes: [], goods });
    expect(await checkOutput(odd, other)).toEqual(failureWith("V_Kisten Übersicht has no row"));
  });

  it("finds the demo ERP that the local stage seeded, as the stage does", async () => {
    rmSync(file);
    seedDemoErp(file, demo);
    const ended = await runCommand("erp-check", ["--site", "demo"], { DATA_DIR: folder });
    expect(ended).toMatchObject({ status: 0, stdout: expect.stringContaining(file) });
  });

  it("says what to fix when it cannot connect, and never the password", async () => {
    expect(await checkOutput(demo, join(folder, "nowhere"))).toEqual(
      failureWith("Does ERP_SQLITE name it"),
    );
    process.env.TEST_ERP_PORT = "9";
    expect(await checkOutput(postgresql)).toEqual(
      failureWith("password of erp\\.connection\\.user.*ERP_PASSWORD is not set"),
    );
    process.env.ERP_PASSWORD = "canary";
    expect(await checkOutput(postgresql)).toEqual(failureWith("Are host and port right"));
    expect(output.text()).not.toContain("canary");
    // A server that never answers.
    const server = await onLoopback(createServer());
    process.env.TEST_ERP_PORT = String(server.port);
    expect(await checkOutput(postgresql)).toEqual(failureWith("No answer: is there a firewall"));
    server.stop();
    const secrets = await startSecrets();
    secrets.answering = { refusal: "ResourceNotFoundException" };
    expect(await checkOutput(secretly)).toEqual(
      failureWith("ResourceNotFoundException: is the password in the field"),
    );
    secrets.stop();
  });
});
