// @module-tag engine
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { readCsvFile } from "../../commands/csv/read.ts";
import demo from "../../sites/demo.ts";
import { stagesForEach, stopStage } from "../infra/local-stage-rig.ts";
import { type Ended, jsonLines, runCommand, send } from "../support/command.ts";
import { wayTo } from "../support/way-to.ts";

const stages = stagesForEach();
const goods = ["PO4-1", "PO4-2", "PO4-3"];
const inFolder = (name: string) => join(stages.dataDir, name);
const file = (name: string, ...lines: string[]) => {
  writeFileSync(inFolder(name), lines.join("\n"));
  return inFolder(name);
};
const startStage = () => {
  const ERP_SQLITE = inFolder("erp.sqlite");
  createErpDatabase(ERP_SQLITE, demo, {
    boxes: [],
    goods: goods.map((zongpai) => ({ zongpai, quantity: 9, product: "" })),
  });
  return stages.start({ ERP_SQLITE });
};
const saysTo =
  (url: string) =>
  (kind: string, ...args: string[]) =>
    runCommand("import", [kind, ...args, "--url", url]);
const boxLines = [
  "box_no,zongpai,quantity",
  "BX1,PO4-1,3",
  "BX1,PO4-2,4",
  "BX1,PO4-1,5",
  "BX2,PO9-9,1",
];
/** The run that the note next to a file names. */
const runIn = (name: string) =>
  (JSON.parse(readFileSync(`${name}.run`, "utf8")) as { run: string }).run;
/** The quantity of CABLE that is configured for PO4-1. */
const configuredCategories = async (url: string) => {
  const headers = localCredentials(demo);
  const answer = await fetch(`${url}/attachment/status?zongpai=PO4-1`, { headers });
  const { categories } = (await answer.json()) as { categories: Record<string, unknown>[] };
  return categories.find(({ category }) => category === "CABLE")?.configured_quantity;
};
const refusedIn = (name: string) => readFileSync(inFolder(name), "utf8").split("\n").slice(1, -1);
/** The numbers of recorded, previously recorded and refused rows. */
const countsIn = ({ stdout, stderr }: Ended) => {
  const [, recorded, before, refused] =
    /(\S+) lines? recorded, (\S+) recorded before.*lines?, (\S+) refused/s.exec(stdout) ?? [];
  if (recorded === undefined) throw new Error(stdout + stderr);
  return [recorded, before, refused].map(Number);
};

describe("npm run import", () => {
  let stage: Awaited<ReturnType<typeof startStage>>;
  let imports: ReturnType<typeof saysTo>;
  beforeEach(async () => {
    stage = await startStage();
    imports = saysTo(stage.url);
  });

  it("names the lines that would be refused, and records nothing", async () => {
    const places = file(
      ...["places.csv", "Ware;location;scanned_at;Notiz", "PO4-1;L1-A-1;2026-11-01 10:00;ja"],
      ...[
        "PO4-1;L1-A-2;2026-11-02;",
        "PO4-2;L2-A-1;;x",
        "PO4-2;L2-A-1;;y",
        "PO4-3;;;",
        "PO77-1;L2-A-1;;",
      ],
      "PO4-3;L1-A-1;01.11.2026;",
    );
    expect(await imports("places", places, "--columns", "zongpai=Ware")).toEqual({
      status: 1,
      stdout: expect.stringMatching(
        /^Ignored columns: Notiz\.\nRecorded anyway, .*: PO77-1\.\n7 lines, 3 would be refused/,
      ),
      stderr: "",
    });
    expect(refusedIn("places.refused.csv")).toEqual([
      "PO4-2;L2-A-1;;y;;This repeats line 4.",
      expect.stringContaining("PO4-3;;;;INVALID_FIELD;"),
      "PO4-3;L1-A-1;01.11.2026;;INVALID_FIELD;The request is not valid: scanned_at must be an instant such as 2026-11-21T09:30:00+01:00.",
    ]);
    expect(await imports("places", places, "--columns", "zongpai=Ware,location=Ort")).toMatchObject(
      {
        status: 2,
        stderr: expect.stringContaining('no column "Ort" among Ware, location,'),
      },
    );
    const boxes = file("boxes.csv", "box_no,zongpai,quantity", "BX1,PO77-1,1", "BX1,PO4-1,1.5");
    expect((await imports("boxes", boxes)).status).toBe(1);
    expect(refusedIn("boxes.refused.csv")).toEqual([
      expect.stringContaining("BX1,PO77-1,1,ZONGPAI_NOT_FOUND,"),
      expect.stringContaining("BX1,PO4-1,1.5,INVALID_QUANTITY,"),
    ]);
    expect(existsSync(inFolder("boxes.csv.run"))).toBe(false);
    expect(jsonLines(await stages.command("audit", ["--json"]))).toMatchObject([
      { summary: { items: 0 } },
    ]);

    // For attachments the command asks the service for a dry run.
    const columns = "zongpai,category,quantity";
    const first = file("first.csv", columns, "PO4-1,CABLE,2", "PO4-2,CABLE,2");
    expect(countsIn(await imports("attachments", first, "--yes"))).toEqual([2, 0, 0]);
    const entry = file("entry.csv", `box_no,${columns}`, "BX1,PO4-1,CABLE,2");
    expect(countsIn(await imports("boxes", entry, "--yes"))).toEqual([1, 0, 0]);
    const next = file("next.csv", columns, "PO4-1,MANUAL,1", "PO4-2,CABLE,1", "PO4-2,NONE,1");
    expect((await imports("attachments", next)).status).toBe(1);
    expect(refusedIn("next.refused.csv")).toEqual([
      "PO4-1,MANUAL,1,REMOVAL_REFUSED,These categories cannot be removed: CABLE.",
      expect.stringContaining("PO4-2,CABLE,1,CATEGORY_NOT_KNOWN,"),
      expect.stringContaining("PO4-2,NONE,1,CATEGORY_NOT_KNOWN,"),
    ]);
  });

  it("records a list with short lines, another decimal mark and an inch sign", async () => {
    const places = file(
      ...[
        "places.csv",
        "sep=|",
        "Zongpai|Name|Location|off_shelf",
        'PO4-1|Bracket 5" steel|L1-C-1',
      ],
      ...['="PO4-2"|||TRUE', "PO4-3||L1-C-1||x"],
    );
    expect(countsIn(await imports("places", places, "--yes"))).toEqual([2, 0, 1]);
    expect(refusedIn("places.refused.csv")).toEqual([
      "PO4-3,,L1-C-1,,,Line 5: x is in no column.,x",
    ]);
    const rest = inFolder("places.refused.csv");
    expect(countsIn(await imports("places", rest, "--yes"))).toEqual([0, 0, 1]);
    writeFileSync(rest, readFileSync(rest, "utf8").replace(/,x$/m, ""));
    expect(countsIn(await imports("places", rest, "--yes"))).toEqual([1, 0, 0]);
    const boxes = file("boxes.csv", "box_no;zongpai;quantity", "BX1;PO4-1;2,00", "BX2;PO4-1;2,000");
    expect(countsIn(await imports("boxes", boxes, "--decimal", ",", "--yes"))).toEqual([1, 0, 1]);
    expect(refusedIn("boxes.refused.csv")).toEqual([
      'BX2;PO4-1;"2,000";;"Line 3: 2,000 is ambiguous: write 2000 or 2,0000."',
    ]);
  });

  it("removes no configured quantity for an empty cell", async () => {
    const columns = "zongpai,category,quantity";
    const list = (name: string, ...lines: string[]) =>
      imports("attachments", file(name, columns, ...lines), "--yes");
    expect(countsIn(await list("first.csv", "PO4-1,CABLE,2"))).toEqual([1, 0, 0]);
    const short = ["PO4-1,CABLE", "PO4-1,MANUAL,1", "PO4-2,CABLE"];
    expect(countsIn(await list("short.csv", ...short))).toEqual([1, 0, 2]);
    const why = "CABLE has the quantity 2, and an empty cell removes nothing: write the quantity.";
    expect(refusedIn("short.refused.csv")).toEqual([
      `PO4-1,CABLE,,,"${why}"`,
      `PO4-1,MANUAL,1,,"${why}"`,
    ]);
    expect(await configuredCategories(stage.url)).toBe(2);
    expect((await imports("attachments", inFolder("short.csv"))).stdout).toContain(
      "3 lines, 2 would be refused",
    );
  });

  it("records each line of a list once", async () => {
    const boxes = file("boxes.csv", ...boxLines);
    for (const recorded of [2, 0]) {
      expect(countsIn(await imports("boxes", boxes, "--yes"))).toEqual([recorded, 2 - recorded, 2]);
      expect(refusedIn("boxes.refused.csv")).toEqual([
        'BX1,PO4-1,5,DUPLICATE_BOX_ITEM,"PO4-1 is already in box BX1, with quantity 3."',
        "BX2,PO9-9,1,ZONGPAI_NOT_FOUND,PO9-9 does not exist in the ERP.",
      ]);
    }
    expect(countsIn(await imports("boxes", boxes, "--yes", "--run", "again"))).toEqual([0, 0, 4]);
    expect(runIn(boxes)).toBe("again");
    const kept = jsonLines(await stages.command("export", ["refusals", "--json"]));
    expect(new Set(kept.map(({ reason }) => reason))).toEqual(
      new Set(["DUPLICATE_BOX_ITEM", "ZONGPAI_NOT_FOUND"]),
    );
  });

  it("imports a fixed refused file as a run of its own each time", async () => {
    const boxes = file("boxes.csv", ...boxLines);
    const rest = inFolder("boxes.refused.csv");
    const fix = () => writeFileSync(rest, readFileSync(rest, "utf8").replace("BX1", "BX3"));
    await imports("boxes", boxes, "--yes");
    fix();
    expect(countsIn(await imports("boxes", rest, "--yes"))).toEqual([1, 0, 1]);
    expect(countsIn(await imports("boxes", rest, "--yes"))).toEqual([0, 1, 1]);
    const first = runIn(rest);
    await imports("boxes", boxes, "--yes");
    fix();
    expect(countsIn(await imports("boxes", rest, "--yes"))).toEqual([0, 0, 2]);
    expect(new Set([runIn(boxes), first, runIn(rest)]).size).toBe(3);
  });

  it("records another list under a used name as a new run", async () => {
    const list = (quantity: number, name = "conf.csv") =>
      file(name, "zongpai,category,quantity", `PO4-1,CABLE,${quantity}`);
    const conf = inFolder("conf.csv");
    const notes: string[] = [];
    const said: string[] = [];
    for (const quantity of [5, 6, 5]) {
      const ended = await imports("attachments", list(quantity), "--yes");
      expect(countsIn(ended)).toEqual([1, 0, 0]);
      expect(await configuredCategories(stage.url)).toBe(quantity);
      notes.push(readFileSync(`${conf}.run`, "utf8"));
      said.push(ended.stdout.split("\n")[0] ?? "");
    }
    const runs = notes.map((note) => (JSON.parse(note) as { run: string }).run);
    expect(new Set(runs).size).toBe(3);
    expect(said.slice(1)).toEqual(
      runs
        .slice(0, 2)
        .map((run) => `${conf} has changed since the run ${run}, so it is imported as a new run.`),
    );
    const again = await imports("attachments", list(5), "--yes");
    expect(countsIn(again)).toEqual([0, 1, 0]);
    expect(again.stdout).toContain("This list was imported before, so nothing is new");
    // Imports the first list under another name.
    expect(countsIn(await imports("attachments", list(5, "copy.csv"), "--yes"))).toEqual([0, 1, 0]);
  });

  it("refuses a file that changes before the first line is sent", async () => {
    const pipe = inFolder("conf.csv");
    expect(await stages.run({}, "mkfifo", [pipe]).ended).toBe(0);
    const columns = "zongpai,category,quantity,note";
    const list = file("list.csv", columns, "PO4-1,CABLE,5,x");
    const other = file("other.csv", columns, "PO4-1,CABLE,6,x");
    const args = ["commands/import.ts", "attachments", pipe, "--yes", "--url", stage.url];
    const run = stages.run({}, process.execPath, args);
    stages.run({}, "cp", [list, pipe]);
    await run.says(/Ignored columns: note/);
    stages.run({}, "cp", [other, pipe]);
    expect(await run.ended).toBe(2);
    expect(run.output()).toContain("conf.csv has changed since it was read");
    expect(existsSync(`${pipe}.run`)).toBe(false);
    expect(await configuredCategories(stage.url)).toBeUndefined();
  });

  it("continues where it stopped after a failure", async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `PO5-${at},L1-A-${at}`);
    const places = file("places.csv", "zongpai,location", ...lines);
    let left = 20;
    const broken = await wayTo(stage.url, {
      meet: () => {
        left -= 1;
        return left < 0 ? { status: 401 } : left % 3 === 0 ? "lose" : undefined;
      },
    });
    const ended = await saysTo(broken.url)("places", places, "--yes", "--rate", "500");
    broken.stop();
    expect(ended).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/needs credentials.*continues where it stopped/),
    });
    const [recorded = 0, before = 0, refused] = countsIn(await imports("places", places, "--yes"));
    expect(before).toBeGreaterThan(10);
    expect([recorded + before, refused]).toEqual([60, 0]);
    expect(jsonLines(await stages.command("export", ["places", "--json"]))).toHaveLength(60);
  });
});

describe("npm run export", () => {
  it("gives what an import into an empty table makes the same", async () => {
    const first = await startStage();
    const zongpai = "PO4-1";
    const cable = { zongpai, category: "CABLE" };
    const entries = [
      { category: "CABLE", quantity: 9 },
      { category: "MANUAL", quantity: 1 },
    ];
    const place = { location: "L1-A-1", scanned_at: "2026-01-02T03:04:05.678Z" };
    await send(first, "PUT", "/attachment/config", { zongpai, entries });
    for (const [path, body] of [
      ["/trace/location", { zongpai, ...place }],
      ["/trace/location", { zongpai: "PO4-2", off_shelf: true }],
      ["/attachment/location", { ...cable, location: "L9-A-1" }],
      ["/box", { box_no: "BX1", zongpai, quantity: 3 }],
      ["/box", { box_no: "BX2", zongpai: "PO4-3", quantity: 99_999 }],
      ["/attachment/box", { ...cable, box_no: "BX1", quantity: 4 }],
      ["/attachment/box", { ...cable, box_no: "BX2", quantity: 5 }],
    ] as const)
      await send(first, "POST", path, body);
    const kinds = ["attachments", "places", "boxes"] as const;
    const exports = async (when = "before") => {
      const files = kinds.map((kind) => [kind, inFolder(`${kind}-${when}.csv`)] as const);
      for (const [kind, name] of files)
        expect((await stages.command("export", [kind, name])).status).toBe(0);
      return files;
    };
    const linesIn = ([, name]: readonly [string, string]) =>
      readCsvFile(name)
        .lines.map(({ cells: { who, recorded_at, ...cells } }) => JSON.stringify(cells))
        .toSorted();
    const before = await exports();
    expect(before.map((one) => linesIn(one).length)).toEqual([2, 3, 4]);
    const history = ["history", "--since", "2020-01-01", "--until", "2100-01-01", "--json"];
    expect(jsonLines(await stages.command("export", history))).toHaveLength(8);
    await stopStage(first);

    stages.newDataDir();
    const second = await startStage();
    for (const [kind, name] of before)
      expect(countsIn(await saysTo(second.url)(kind, name, "--yes"))[2]).toBe(0);
    expect((await exports("after")).map(linesIn)).toEqual(before.map(linesIn));
    expect((await stages.command("audit")).status).toBe(0);

    const ERP_SQLITE = inFolder("erp.sqlite");
    const compared = await stages.command("erp-compare", [], { ERP_SQLITE });
    expect([compared.status, compared.stderr]).toEqual([
      1,
      expect.stringMatching(/^Reads [\d,]+ items .* USD\.\n4 differences\.\n$/),
    ]);
    expect(compared.stdout.split("\n").slice(0, -1).toSorted()).toEqual([
      "box that the ERP lacks,BX1,,,,",
      "box that the ERP lacks,BX2,,,,",
      "boxed beyond ordered,,PO4-3,9,99999,",
      "difference,box_no,zongpai,ordered_quantity,items_quantity,erp_as_of",
      "never boxed,,PO4-2,,,",
    ]);
  });
});
