import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { questionsAnsweredByHand } from "#lib/site/open-points.ts";
import type { Site } from "#lib/site/schema.ts";
import { converse, runCommand, type Step } from "../support/command.ts";
import { newFolder } from "../support/folder.ts";

const folder = newFolder();

/** A site of this test only, because its profile is written next to the project's own. */
const siteName = `new-${randomBytes(4).toString("hex")}`;
const profile = `sites/${siteName}.ts`;
const isWritten = () => globSync(`sites/*${siteName}*`).length > 0;
const draft = `.data/new-sites/${siteName}.json`;
afterEach(() => {
  rmSync(profile, { force: true });
  rmSync(draft, { force: true });
});

const goodsView = "CREATE VIEW order_lines AS SELECT line, n AS ordered FROM o;";
const erpFile = (file: string, goods = goodsView): string => {
  const path = join(folder, file);
  const database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE c (no TEXT PRIMARY KEY, n INTEGER); INSERT INTO c VALUES ('CR-7', 5);
    CREATE TABLE o (line TEXT PRIMARY KEY, n INTEGER); INSERT INTO o VALUES ('SO1001', 7);
    CREATE VIEW crates AS SELECT no AS crate, n AS amount FROM c; ${goods}`);
  database.close();
  return path;
};

type JsonAnswers = Record<string, Record<string, unknown>>;

const fileWith = async (change: (answers: JsonAnswers) => unknown): Promise<string> => {
  const { stdout } = await runCommand("site-new", ["--example"]);
  const answers = JSON.parse(stdout) as JsonAnswers;
  change(answers);
  const file = join(folder, "answers.json");
  writeFileSync(file, JSON.stringify(answers));
  return file;
};
const withAnswers = async (change: (answers: JsonAnswers) => unknown) =>
  runCommand("site-new", [siteName, "--answers", await fileWith(change)]);

const profileOf = async (): Promise<Site> =>
  (
    (await import(`${pathToFileURL(profile)}?${randomBytes(4).toString("hex")}`)) as {
      default: Site;
    }
  ).default;

const ownErp = (file: string) => (answers: JsonAnswers) => {
  Object.assign(answers.formats ?? {}, {
    zongpai: { labels: ["SO1001", "SO22"] },
    boxNo: { labels: ["CR-7", "CR-120"] },
  });
  Object.assign(answers.erp ?? {}, {
    file,
    boxes: { relation: "crates", boxNo: "crate", quantity: "amount" },
    zongpais: { relation: "order_lines", zongpai: "line", quantity: "ordered" },
  });
};

describe("npm run site:new --answers", () => {
  it("ends ready for an ERP with two views, and overwrites nothing afterwards", async () => {
    const file = erpFile("whole.sqlite");
    const { status, stdout, stderr } = await withAnswers(ownErp(file));
    expect(stderr).toBe("");
    expect(stdout).toMatch(
      new RegExp(`\\nReady\\. Next: ERP_SQLITE=${file} SITE=${siteName} npm start `, "s"),
    );
    expect(status).toBe(0);
    const text = readFileSync(profile, "utf8");
    expect(text).toContain("pattern: /^CR-[0-9]{1,5}$/,");
    expect(text).not.toContain(file);
    expect(spawnSync("biome", ["check", "--error-on-warnings", profile]).status).toBe(0);
    expect(questionsAnsweredByHand(await profileOf()).length).toBeLessThanOrEqual(12);
    const again = await withAnswers(ownErp(file));
    expect(again).toMatchObject({ status: 2, stdout: "" });
    expect(again.stderr).toContain(`${profile} exists, and is not overwritten`);
    expect(readFileSync(profile, "utf8")).toBe(text);
  });

  it("prints SQL that makes a missing view", async () => {
    const file = erpFile("half.sqlite", "");
    const { status, stdout } = await withAnswers(ownErp(file));
    expect(stdout).toContain("order_lines cannot be read");
    expect(stdout).toMatch(/\nNot ready: its ERP\. Next: .* npm run site:check -- /s);
    expect(status).toBe(1);
    const sql = /^CREATE VIEW order_lines .*;$/m.exec(stdout)?.[0] ?? "";
    const database = new DatabaseSync(file);
    database.exec("CREATE TABLE orders AS SELECT line AS order_line, n AS pieces FROM o");
    database.exec(sql);
    expect(database.prepare("SELECT * FROM order_lines").all()).toEqual([
      { line: "SO1001", ordered: 7 },
    ]);
    database.close();
  });

  it("writes tokens, a server, decimals and prefixes so that the site schema accepts them", async () => {
    const { status, stdout } = await withAnswers(({ formats, scan, erp, auth, ...rest }) => {
      Object.assign(formats ?? {}, {
        zongpai: { labels: ["1042"] },
        boxNo: { labels: ["2001"] },
        quantity: { most: 999.5, decimals: 2 },
      });
      Object.assign(scan ?? {}, { kinds: { boxNo: "B:", zongpai: "G:", location: "S:" } });
      Object.assign(erp ?? {}, {
        dialect: "postgresql",
        connection: {
          ...{ host: "127.0.0.1", port: 9, database: "erp", user: "reader", tls: "verified" },
          ...{ password: { environment: "NOT_SET" }, connections: false, network: false },
        },
      });
      Object.assign(auth ?? {}, {
        ...{ keys: undefined, scheme: "jwt", issuer: "https://id.example.org" },
        ...{ audience: "warehouse", jwks: "https://id.example.org/keys" },
        ...{ requiredClaims: { token_use: "access" }, nameClaims: ["sub"], signIn: false },
      });
      return rest;
    });
    expect(stdout).toContain("NOT_SET is not set");
    expect(stdout).toContain("CREATE VIEW box_info_view AS SELECT");
    expect(status).toBe(1);
    expect(await profileOf()).toMatchObject({
      auth: { scheme: "jwt", requiredClaims: { token_use: "access" } },
      erp: { dialect: "postgresql", connection: { password: { environment: "NOT_SET" } } },
      formats: { quantity: { least: 0.01, most: 999.5, decimals: 2 } },
      scan: { kinds: { boxNo: "B:" }, links: false },
    });
  });

  it("is not ready while the check has no token to send", async () => {
    const { status, stdout, stderr } = await withAnswers((answers) => {
      answers.auth = {
        ...{ scheme: "jwt", issuer: "https://id.example.org", audience: "warehouse" },
        ...{ jwks: "https://id.example.org/keys", requiredClaims: {}, nameClaims: ["sub"] },
        ...{ allowed: false, signIn: false },
      };
    });
    expect(stdout).toMatch(/\nNot ready: .*SMOKE_TOKEN.* Next: npm run site:check/s);
    expect([status, stderr, isWritten()]).toEqual([1, "", true]);
  });

  it("lists every fault of the answers, and writes nothing", async () => {
    const { status, stderr } = await withAnswers((answers) => {
      Object.assign(answers.formats ?? {}, {
        zongpai: { pattern: "(", accepts: "x", example: "G1" },
        boxNo: { labels: ["B 1"] },
      });
      Object.assign(answers.attachment ?? {}, { categories: [] });
      delete answers.auth;
    });
    expect(stderr.match(/^ {2}[\w.[\]]+: /gm)).toEqual([
      ...["  formats.zongpai.pattern: ", "  formats.boxNo.labels[0]: "],
      ...["  attachment.categories: ", "  auth: "],
    ]);
    expect([status, isWritten()]).toEqual([2, false]);
  });

  it("refuses answers that fit one by one but not together, and writes nothing", async () => {
    const { status, stderr } = await withAnswers(({ formats }) => {
      Object.assign(formats ?? {}, { boxNo: { labels: ["G1001"] } });
    });
    expect(stderr).toMatch(/formats\.boxNo: "G\d+" is accepted as zongpai too/);
    expect([status, isWritten()]).toEqual([2, false]);
  });

  it("says what it needs where there is no terminal", async () => {
    const { status, stderr } = await runCommand("site-new", [siteName]);
    expect(stderr).toContain("no terminal");
    expect([status, isWritten()]).toEqual([2, false]);
  });
});

const isScriptMissing = spawnSync("sh", ["-c", "command -v script"]).status !== 0;
const needsScript = isScriptMissing
  ? " (needs script of util-linux, which this machine lacks)"
  : "";

describe.skipIf(isScriptMissing)(`npm run site:new at a terminal${needsScript}`, () => {
  const clear = "\u0015";
  const down = "\u001b[B";
  const toDatabase: Step[] = [
    ["1. Which codes are on the labels of goods", "SO1001\rSO22\r\r"],
    ["Is this right?", "\r"],
    // Goods pasted in place of boxes, and taken back.
    ["3. Which codes are on the labels of boxes", "SO1\rSO20\r\r"],
    ["Is this right?", `${down}${down}\r`],
    ["3. Which codes are on the labels of boxes", `${"\u007f".repeat(8)}CR-7\rCR-120\r\r`],
    ["Is this right?", "\r"],
    ["5. Which codes are on the labels of shelves", "A-1\rC-20\r\r"],
    ["Is this right?", "\r"],
    ["7. What is the largest quantity", "\r"],
    ["8. Which part of a shelf", "\r"],
    ["9. Which attachments", "Manual, CBL=Cable\r"],
    ["10. Is a box accepted", "\r"],
    ["11. May more goods be packed", `${down}\r`],
    ["12. How do callers identify", "\r"],
  ];
  const toFile = (file: string): Step[] => [
    ...toDatabase,
    ["13. Where are the two views", "\r"],
    ["14. Which SQLite file", "nosuch.sqlite\r"],
    ["There is no file", `${clear}${file}\r`],
    ["15. The view of boxes", `${clear}crates (crate, amount); order_lines (line, ordered)\r`],
  ];
  const write: Step = [`Write sites/${siteName}.ts?`, "\r"];

  it("asks 16 questions, says why an answer is refused, and ends ready", async () => {
    const { status, stdout } = await converse("site-new", [siteName], {}, [
      ...toFile(erpFile("asked.sqlite")),
      write,
    ]);
    for (const shown of [
      ...["Pattern: /^SO[0-9]{2,6}$/", "is accepted as zongpai too", "has a blank"],
      ...["The file has the views:", "crates (crate, amount)"],
      ...['what is before the first "-": A, C', "warehouse for the service", "Ready. "],
    ])
      expect(stdout).toContain(shown);
    expect(status).toBe(0);
    expect(await profileOf()).toMatchObject({
      auth: { keys: ["scanner-1"] },
      location: { areas: ["A", "C"] },
      attachment: { categories: [{ code: "MANUAL" }, { code: "CBL", label: "Cable" }] },
      box: { unknownBox: "refuse", beyondOrdered: "allow" },
    });
    expect(existsSync(draft)).toBe(false);
  });

  it("shows the SQL of a missing view, and looks again afterwards", async () => {
    const file = erpFile("later.sqlite", "");
    const makeView = () => {
      const database = new DatabaseSync(file);
      database.exec(goodsView);
      database.close();
      return "\r";
    };
    const steps: Step[] = [...toFile(file), ["What now?", makeView], write];
    const { status, stdout } = await converse("site-new", [siteName], {}, steps);
    expect(stdout).toContain("CREATE VIEW order_lines AS SELECT order_line AS line");
    expect([status, isWritten()]).toEqual([0, true]);
  });

  it.each([0, 5, 13])("keeps the answers before Ctrl+C at prompt %i in a draft", async (at) => {
    const steps = toDatabase.slice(0, at + 1);
    const interrupted = steps.with(at, [steps[at]?.[0] ?? "", "\u0003"]);
    const { status, stdout } = await converse("site-new", [siteName], {}, interrupted);
    expect(stdout).toContain("No profile was written");
    expect([status, isWritten(), existsSync(draft)]).toEqual([130, false, at > 0]);
    if (at === 0) return;
    expect(statSync(draft).mode & 0o777).toBe(0o600);
    const answers = Object.keys(JSON.parse(readFileSync(draft, "utf8")));
    const resumed = await converse("site-new", [siteName], {}, [
      [`with ${answers.length} answers`, "\r"],
      [steps[at]?.[0] ?? "", "\u0003"],
    ]);
    expect(resumed.status).toBe(130);
  });

  it("goes back one question, from choices and from texts", async () => {
    const { status } = await converse("site-new", [siteName], {}, [
      ...toDatabase.slice(0, 2),
      ["3. Which codes", "<\r\r"],
      ["2. Pattern", `${down}${down}${down}${down}\r`],
      ["1. Which codes are on the labels of goods", "\u0003"],
    ]);
    expect(status).toBe(130);
    expect(JSON.parse(readFileSync(draft, "utf8"))).toEqual({});
  });

  it("takes the pasted labels as examples of a pattern that the person writes", async () => {
    const { status } = await converse("site-new", [siteName], {}, [
      ...toDatabase.slice(0, 1),
      ["Is this right?", `${down}${down}${down}\r`],
      ["3. The pattern of all labels", "^BX[0-9]{1,5}$\r"],
      ["of your labels: SO1001", `${clear}^SO[0-9]{1,9}$\r`],
      ["4. The sentence", "must be SO and digits\r"],
      ["5. Which codes are on the labels of boxes", "\u0003"],
    ]);
    expect(status).toBe(130);
  });

  const toServer: readonly Step[] = [
    ...toDatabase,
    ["13. Where are the two views", `${down}\r`],
    ["14. The server", "https://erp\r"],
    ["without scheme and port", `${clear}127.0.0.1:99999\r`],
    ["must be at most 65535", `${clear}127.0.0.1:9\r`],
    ["15. The database", "erp\r"],
    ["16. The user", "\r"],
    ["17. Is the connection encrypted", "\r"],
    ["18. Where is the user's password", "hunter1!\r"],
  ];

  it("asks the questions about the ERP again, with the earlier answers as proposals", async () => {
    const { status } = await converse("site-new", [siteName], { ERP_PASSWORD: "x" }, [
      ...toServer.slice(0, -1),
      ["18. Where is the user's password", "\r"],
      ["19. The view of boxes", "\r"],
      ["What now?", `${down}${down}\r`],
      ["13. Where are the two views", "\r"],
      ["14. The server", "\r"],
      ["15. The database", "\u0003"],
    ]);
    expect(status).toBe(130);
    expect(JSON.parse(readFileSync(draft, "utf8"))).toMatchObject({
      dialect: "postgresql",
      host: "127.0.0.1:9",
    });
  });

  it("asks for a password without echo and keeps it nowhere", async () => {
    const { status, stdout } = await converse("site-new", [siteName], {}, [
      ...toServer,
      [
        "must be the name of an environment variable",
        `${clear}NOT_SET_${siteName.slice(4).toUpperCase()}\r`,
      ],
      ["19. The view of boxes", "\r"],
      ["is not set. Type the password", "hunter2\r"],
      ["What now?", `${down}${down}${down}\r`],
      write,
    ]);
    expect([status, isWritten(), existsSync(draft)]).toEqual([1, true, false]);
    expect(stdout).not.toMatch(/hunter2|Invalid input|Too big/);
    expect(readFileSync(profile, "utf8")).not.toContain("hunter");
    expect(stdout).toMatch(/Next: .*NOT_SET_\w+=… npm run site:check/s);
  });
});
