import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import { runCommand } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "erp-check-"));
afterAll(() => rmSync(folder, { recursive: true }));

let file = "";
let made = 0;
const check = (...args: string[]) => runCommand("erp-check", args, { ERP_SQLITE: file });
const onServer = (variables: Readonly<Record<string, string>>) =>
  runCommand("erp-check", ["--site", "test/site/postgresql.ts"], variables);
const change = (sql: string) => {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
};

describe("npm run erp:check", () => {
  beforeEach(() => {
    made += 1;
    file = join(folder, `${made}.sqlite`);
    createErpDatabase(file, demo, {
      boxes: [{ box_no: "BX10", quantity: 5, columns: ["sea", null] }],
      goods: [{ zongpai: "PO4-1", quantity: 7, product: "screw" }],
    });
  });

  it("says that a save would work, with the columns, a row and the time of a look-up", async () => {
    const { status, stdout, stderr } = await check("--site", "demo");
    expect(stderr).toBe("");
    expect(stdout).toMatch(
      /zongpai_view\n {2}columns: zongpai, quantity, product\n {2}1 of 1 rows read fit the site\n {2}one row: \{"zongpai":"PO4-1","quantity":7\}\n {2}a look-up takes [\d.]+ ms at first/,
    );
    expect(stdout).toContain("A save would work.");
    expect(status).toBe(0);
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
  ])("says what to mend when the view of goods %s", async (_, sql, mend) => {
    change(sql);
    const { status, stdout } = await check("--site", "demo");
    expect(stdout).toMatch(/To mend:[\s\S]*A save would fail\./);
    expect(stdout).toContain(mend);
    expect(status).toBe(1);
  });

  it("says how many rows do not fit, with an example, and goes on with one that does", async () => {
    change("INSERT INTO erp_goods VALUES ('PO5-1', 'many', 'nut'), (NULL, 3, 'bolt')");
    const { status, stdout } = await check("--site", "demo");
    expect(stdout).toContain("1 of 3 rows read fit the site");
    expect(stdout).toContain('One: zongpai_view.quantity holds "many".');
    expect([status, stdout]).toEqual([0, expect.stringContaining("A save would work.")]);
  });

  it("takes the view of boxes for needed only where the site refuses boxes that the ERP does not know", async () => {
    change("DROP VIEW box_info_view");
    const { status, stdout } = await check("--site", "demo");
    expect(stdout).toContain("Box information would lack the ERP's part.");
    expect(status).toBe(0);
    file = join(folder, "odd.sqlite");
    createErpDatabase(file, odd, {
      boxes: [],
      goods: [{ zongpai: "ab.1234", quantity: 7, product: "x" }],
    });
    const strict = await check("--site", "test/site/odd.ts");
    expect(strict.stdout).toContain("V_Kisten Übersicht has no row");
    expect(strict.status).toBe(1);
  });

  it("finds the demo ERP that the local stage seeded, as the stage does", async () => {
    const DATA_DIR = mkdtempSync(join(folder, "data-"));
    seedDemoErp(join(DATA_DIR, "demo-erp.sqlite"), demo);
    const { status, stdout } = await runCommand("erp-check", ["--site", "demo"], { DATA_DIR });
    expect(stdout).toContain(
      `The ERP of the site demo: sqlite, ${join(DATA_DIR, "demo-erp.sqlite")}`,
    );
    expect(status).toBe(0);
  });

  it("says what to mend when it cannot connect, and never the password", async () => {
    file = join(folder, "nowhere.sqlite");
    expect((await check("--site", "demo")).stdout).toContain("does ERP_SQLITE name it");
    const without = await onServer({ TEST_ERP_PORT: "9" });
    expect(without.stdout).toMatch(/password of erp\.connection\.user.*ERP_PASSWORD is not set/);
    const closed = await onServer({ TEST_ERP_PORT: "9", ERP_PASSWORD: "secret" });
    expect(closed.stdout).toContain("Are host and port right");
    expect([without.status, closed.status]).toEqual([1, 1]);
    expect(closed.stdout + closed.stderr).not.toContain("secret");
  });

  it("ends although the server never answers", async () => {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const TEST_ERP_PORT = String((server.address() as AddressInfo).port);
    const { status, stdout } = await onServer({ TEST_ERP_PORT, ERP_PASSWORD: "secret" });
    server.close();
    expect(stdout).toContain("No answer: is there a firewall");
    expect(status).toBe(1);
  });
});
