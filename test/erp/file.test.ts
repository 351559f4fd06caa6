import { join, relative } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sampleErp, seedDemoErp } from "#infra/erp/demo-erp.ts";
import { openErp } from "#lib/erp/ask-directly.ts";
import { erpDatabaseOf } from "#lib/erp/sqlite.ts";
import demo from "../../sites/demo.ts";
import { newFolder } from "../support/folder.ts";
import { patient } from "../support/waits.ts";

const folder = newFolder();
const file = join(folder, "erp.sqlite");
seedDemoErp(file, demo);
const [box = ""] = sampleErp(file, demo).boxes;

/** Looks up a box in the file, with these environment variables. */
const lookUp = (variables: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return openErp(demo, () => {}).box(box, { left: () => patient.lookup });
};

describe("the SQLite file that ERP_SQLITE names", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("is in the function's folder on Lambda", async () => {
    expect(await lookUp({ LAMBDA_TASK_ROOT: folder, ERP_SQLITE: "erp.sqlite" })).toMatchObject({
      box_no: box,
    });
  });

  it("is relative to the working directory elsewhere", async () => {
    expect(await lookUp({ ERP_SQLITE: relative(".", file) })).toMatchObject({ box_no: box });
  });

  it("may be an absolute path", async () => {
    expect(await lookUp({ LAMBDA_TASK_ROOT: newFolder(), ERP_SQLITE: file })).toMatchObject({
      box_no: box,
    });
  });
});

const unusedPassword = () => ({ current: async () => "", otherThan: async () => undefined });

/** A connection to the file, which `signal` ends. */
const connect = (signal = new AbortController().signal) =>
  erpDatabaseOf(demo.erp, unusedPassword, file).open(signal);

describe("a connection to the SQLite file", () => {
  it("answers several queries until it is closed", async () => {
    const session = await connect();
    for (const n of [1, 2])
      expect(await session.ask(`select ${n} as n`, [])).toMatchObject({ rows: [{ n }] });
    expect(session.isUsable()).toBe(true);
    session.close();
    expect(session.isUsable()).toBe(false);
  });

  it("rejects a query that fails, and answers the next one", async () => {
    const session = await connect();
    await expect(session.ask("select * from missing", [])).rejects.toThrow("no such table");
    expect(await session.ask("select 1 as n", [])).toMatchObject({ rows: [{ n: 1 }] });
    session.close();
  });

  it("stays open after the time to open it, until its look-up is given up", async () => {
    const giveUp = new AbortController();
    const session = await connect(giveUp.signal);
    giveUp.abort();
    const answer = session.ask("select 1 as n", []);
    session.close();
    await expect(answer).rejects.toThrow("given up");
    expect(session.isUsable()).toBe(false);
  });

  it("needs a file that ERP_SQLITE names", () => {
    expect(() => erpDatabaseOf(demo.erp, unusedPassword)).toThrow("ERP_SQLITE names it");
  });
});
