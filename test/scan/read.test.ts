import { execFile } from "node:child_process";
import { describe, expect, it, test } from "vitest";
import { clientSettings } from "#lib/page/client-settings.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { faultsOf } from "#lib/site/check-site.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { fieldOf, fieldReader, readScan } from "#scanner/scan/read.ts";
import { plain } from "../../commands/explain/escapes.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";

const settings = { demo: scanSettings(demo), odd: scanSettings(odd) };
const sscc = "340123450000000017";

const taken = (
  site: keyof typeof settings,
  raw: string,
  field: "box_no" | "zongpai" | "location",
) => {
  const reading = fieldOf(readScan(plain(raw), settings[site], 2_026), field, settings[site]);
  return "value" in reading ? reading.value : `refused: ${reading.refused}`;
};

describe("what a scanner sends", () => {
  test.each([
    ["demo", "BX4", "box_no", "BX4"],
    ["demo", "BX4\\r\\n", "box_no", "BX4"],
    ["demo", "BX4\\t", "box_no", "BX4"],
    ["demo", "]C0BX4", "box_no", "BX4"],
    ["demo", "]Q1PO4-1\\r", "zongpai", "PO4-1"],
    ["demo", `]C100${sscc}`, "box_no", `BX${sscc}`],
    ["demo", `<FNC1>00${sscc}`, "box_no", `BX${sscc}`],
    ["demo", `]C1<FNC1>00${sscc}\\r`, "box_no", `BX${sscc}`],
    ["demo", "]d2241PO4-1<GS>254L1-A-3", "zongpai", "PO4-1"],
    ["demo", "]d2241PO4-1<GS>254L1-A-3", "location", "L1-A-3"],
    ["demo", "]d221PO4-1\\x1d10LOT", "zongpai", "PO4-1"],
    // The digits of a label without any mark are a bare value: the site says so.
    ["demo", `BX00${sscc}`, "box_no", `BX00${sscc}`],
    ["odd", "2407", "box_no", "kiste_7"],
    ["odd", "2407|901234", "zongpai", "ab.1234"],
    ["odd", "]e09112\\n", "location", "süd/12"],
    ["odd", "]E0kiste_7", "box_no", "kiste_7"],
    [
      "demo",
      "]X1BX4",
      "box_no",
      "refused: Labels with the symbology identifier ]X1 are not used here.",
    ],
    ["demo", "]C1241PO4-1", "box_no", "refused: This label carries no box number."],
    [
      "demo",
      "]C1241PO4-1<GS>21PO5-1",
      "zongpai",
      "refused: This label carries more than one zongpai: PO4-1 and PO5-1.",
    ],
    ["demo", "B\\x1dX4", "box_no", 'refused: "B<FNC1>X4" holds a control character.'],
    [
      "demo",
      "bx4",
      "box_no",
      "refused: bx4 is no box number: it must be BX and up to 20 digits, with or without a hyphen and up to 10 more.",
    ],
    [
      "demo",
      "",
      "box_no",
      "refused:  is no box number: it must be BX and up to 20 digits, with or without a hyphen and up to 10 more.",
    ],
    [
      "odd",
      "2407\\r",
      "box_no",
      "refused: (240) additional product identification: 7<0x0d> may hold the characters that GS1 allows (CSET 82).",
    ],
  ] as const)("on %s, %s as %s is %s", (site, raw, field, value) =>
    expect(taken(site, raw, field)).toBe(value),
  );
});

describe("the client", () => {
  const client = createClient({
    storage: memoryStorage(),
    baseUrl: "http://127.0.0.1:9",
    settings: clientSettings(demo),
    read: fieldReader(settings.demo),
  });

  it("reads scans before it queues them", async () => {
    await client.write("post-box", {
      box_no: `]C100${sscc}`,
      zongpai: "]C1241PO4-1\r",
      quantity: 1,
    });
    expect(client.standings().map(({ entry }) => entry.fields)).toEqual([
      { box_no: `BX${sscc}`, zongpai: "PO4-1", quantity: 1 },
    ]);
    expect(client.standings().map(({ entry }) => entry.goods)).toEqual(["PO4-1"]);
    client.close();
  });

  it("tells a wrong label at the shelf, and queues nothing", async () => {
    const before = client.standings().length;
    expect(
      await client.write("post-box", { box_no: "]C1241PO4-1", zongpai: "PO4-1", quantity: 1 }),
    ).toEqual({
      state: "misread",
      field: "box_no",
      message: "This label is a zongpai, no box number.",
    });
    expect(client.standings()).toHaveLength(before);
  });
});

describe("a site's answers about scans", () => {
  const faults = (scan: Partial<typeof demo.scan>) =>
    faultsOf({ ...demo, scan: { ...demo.scan, ...scan } });

  it("may not name an identifier that GS1 does not have, or one for two fields, or a symbology twice", () => {
    expect(faults({ boxNo: [{ ai: "05", before: "" }] })).toEqual([
      { path: "scan.boxNo.0.ai", fault: "05 is not a GS1 application identifier" },
    ]);
    expect(faults({ boxNo: [{ ai: "241", before: "" }] })).toEqual([
      { path: "scan.zongpai.0.ai", fault: "241 holds another field already" },
    ]);
    expect(faults({ symbologies: ["]C1", "]C1"] })).toEqual([
      { path: "scan.symbologies", fault: '"]C1" stands twice' },
    ]);
  });
});

describe("npm run explain", () => {
  const explain = (...args: string[]) =>
    new Promise<{ status: number; stdout: string }>((resolve) => {
      const child = execFile(process.execPath, ["commands/explain.ts", ...args], (_, stdout) =>
        resolve({ status: child.exitCode ?? -1, stdout }),
      );
    });

  it("says in words how a scan is read", async () => {
    const { status, stdout } = await explain("]C100340123450000000017<GS>17261100\\r");
    expect(stdout.split("\n")).toEqual([
      "Scan: ]C100340123450000000017<FNC1>17261100<0x0d>",
      "The scanner added <0x0d> at the end.",
      "]C1 tells the symbology, and that GS1 element strings follow.",
      "(00) SSCC: 340123450000000017",
      "(17) expiry: 261100, 2026-11-30",
      "As box_no: BX340123450000000017",
      "As zongpai: refused. This label carries no zongpai.",
      "As location: refused. This label carries no location.",
      "",
    ]);
    expect(status).toBe(0);
  });

  it("says why a scan is refused, with status 1; judges one field, for another site, as JSON", async () => {
    const [refused, judged] = await Promise.all([
      explain("]C100340123450000000018"),
      explain("2407", "--site", "test/site/odd.ts", "--field", "box_no", "--json"),
    ]);
    expect(refused.stdout).toContain(
      "Refused. (00) SSCC: 340123450000000018 has the check digit 8 where 7 belongs.",
    );
    expect(refused.status).toBe(1);
    expect(JSON.parse(judged.stdout)).toMatchObject({
      kind: "gs1",
      fields: { box_no: { value: "kiste_7" } },
    });
    expect(judged.status).toBe(0);
  });

  it("says what it takes", async () => {
    const calls = [["--help"], [], ["a", "--field", "colour"], ["a", "--site", "nowhere"]];
    const ended = await Promise.all(calls.map((args) => explain(...args)));
    expect(ended.map(({ status }) => status)).toEqual([0, 2, 2, 2]);
  });
});
