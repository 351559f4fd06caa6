import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
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
    expect(stdout).toContain("The ERP of the site demo: sqlite");
    expect(stdout).toMatch(
      /zongpai +found\n +quantity +found\n +not used: product\n +one row: zongpai "PO4-1", quantity 7/,
    );
    expect(stdout).toMatch(/a look-up takes [\d.]+ ms at first, then [\d.]+ ms/);
    expect(stdout).toContain("A save would work.");
    expect(status).toBe(0);
  });

  it.each([
    ["has no view", "DROP VIEW zongpai_view", "There is no view zongpai_view"],
    [
      "lacks a column",
      "DROP VIEW zongpai_view; CREATE VIEW zongpai_view AS SELECT zongpai FROM erp_goods",
      'has no column "quantity"',
    ],
    ["has no rows", "DELETE FROM erp_goods", "has no row"],
    [
      "holds a quantity that is none",
      "UPDATE erp_goods SET quantity = 'many'",
      'zongpai_view.quantity holds "many"',
    ],
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

  it("says what share of the rows does not fit, with an example, and goes on with one that does", async () => {
    change(
      "INSERT INTO erp_goods VALUES ('PO5-1', NULL, 'nut'), (NULL, 3, 'bolt'), ('po6 1', 3, 'pin'), ('PO7-1', 1, 'rod')",
    );
    change("UPDATE erp_goods SET quantity = NULL WHERE zongpai = 'PO4-1'");
    const { status, stdout } = await check("--site", "demo");
    expect(stdout).toContain(
      'one row: zongpai "PO7-1", quantity 1\n  1 of 5 rows read fit the site',
    );
    expect(stdout).toContain(
      "Note: 4 of 5 rows read of zongpai_view do not fit, and a scan of them would be refused. One: zongpai_view.quantity holds null:",
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining("A save would work.")]);
    change("DELETE FROM erp_goods WHERE zongpai = 'PO7-1'");
    const none = await check("--site", "demo");
    expect([none.status, none.stdout]).toEqual([
      1,
      expect.stringMatching(
        /0 of 4 rows read fit[\s\S]*To mend:\n.*zongpai_view\.quantity holds null/,
      ),
    ]);
  });

  it("reads a view of many rows in part", async () => {
    change(
      "INSERT INTO erp_goods WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n WHERE i < 500) SELECT 'PO9-' || i, 1, '' FROM n",
    );
    expect((await check("--site", "demo")).stdout).toContain("100 of 100 rows read fit the site");
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

  it("says that the file is not there", async () => {
    file = join(folder, "nowhere.sqlite");
    const { status, stdout } = await check("--site", "demo");
    expect(stdout).toContain("does ERP_SQLITE name it");
    expect(status).toBe(1);
  });

  it("says that the password is not there, and that nothing listens", async () => {
    const without = await onServer({ TEST_ERP_PORT: "9" });
    expect(without.stdout).toContain(
      "ERP_PASSWORD is not set. It must hold the password of erp_reader.",
    );
    const closed = await onServer({ TEST_ERP_PORT: "9", ERP_PASSWORD: "secret" });
    expect(closed.stdout).toContain("Nothing listens on 127.0.0.1:9");
    expect([without.status, closed.status]).toEqual([1, 1]);
    expect(closed.stdout + closed.stderr).not.toContain("secret");
  });

  it("distinguishes a server that is none of the ERP from one that does not answer", async () => {
    // Nothing at all, and what some other program does with what it does not understand.
    for (const [talk, said] of [
      [
        () => {},
        "does not answer as postgresql: is there a firewall or a security group in between",
      ],
      [
        (socket: Socket) => socket.once("data", () => socket.end()),
        "does not speak postgresql: are erp.dialect and the port right?",
      ],
    ] as const) {
      const server = createServer((socket) => talk(socket.on("error", () => {})));
      await once(server.listen(0, "127.0.0.1"), "listening");
      const TEST_ERP_PORT = String((server.address() as AddressInfo).port);
      const { status, stdout } = await onServer({ TEST_ERP_PORT, ERP_PASSWORD: "secret" });
      server.close();
      expect(stdout).toContain(said);
      expect(status).toBe(1);
    }
  });

  it("ends a wrong call with status 2", async () => {
    for (const args of [[], ["--site", "nobody"]])
      expect(await check(...args)).toMatchObject({
        status: 2,
        stdout: "",
        stderr: expect.stringContaining("--help"),
      });
  });
});
