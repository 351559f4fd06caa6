import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Site } from "#lib/site/schema.ts";
import { readCsvFile } from "../../commands/csv/read.ts";
import { headingsOf, type ImportKind, jobsOf } from "../../commands/import/import-jobs.ts";
import { type DecimalMark, decimalMarks } from "../../commands/import/quantity-text.ts";
import { formatCheckFor } from "../../commands/import/rehearse.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import odd from "../site/odd.ts";
import { newFolder } from "../support/folder.ts";

const folder = newFolder();
type Settings = { readonly site?: Site; readonly decimal?: DecimalMark };
const tableOf = (text: string) => {
  const file = join(folder, "list.csv");
  writeFileSync(file, text);
  return readCsvFile(file);
};
const jobsIn = (kind: ImportKind, text: string, { site = demo, decimal = "." }: Settings = {}) => {
  const { columns, lines } = tableOf(text);
  const headings = headingsOf(kind, columns, new Map(), site);
  return jobsOf(kind, lines, headings, "run", site, decimal);
};
const read = (kind: ImportKind, text: string, settings: Settings = {}) => {
  const { site = demo } = settings;
  const jobs = jobsIn(kind, text, settings);
  const refused = jobs.flatMap(formatCheckFor(site));
  const refusedJobs = new Set(refused.map(({ job }) => job));
  return {
    sent: jobs.filter((job) => !refusedJobs.has(job)).map(({ fields }) => fields),
    refused: refused.map(({ job, refusal }) => [
      job.lines.map(({ line }) => line),
      refusal.message,
    ]),
  };
};

describe("a line that is shorter or longer than the headings", () => {
  it("is sent with the cells that it has", () => {
    const list = "zongpai;location;off_shelf\nPO20-1;L1-C-1\nPO20-2;;TRUE\nPO20-3;L1-C-1\n";
    expect(read("places", list)).toEqual({
      sent: [
        { zongpai: "PO20-1", location: "L1-C-1" },
        { zongpai: "PO20-2", off_shelf: true },
        { zongpai: "PO20-3", location: "L1-C-1" },
      ],
      refused: [],
    });
  });

  it("is refused alone if it has a filled cell without a heading", () => {
    const { sent, refused } = read("places", "zongpai,location\nPO1-1,L1-A-1\nPO1-2,L2-A-1,L3\n");
    expect(sent).toEqual([{ zongpai: "PO1-1", location: "L1-A-1" }]);
    expect(refused).toEqual([[[3], "Line 3: L3 is in no column."]]);
  });

  it("is refused alone if it lacks a needed cell", () => {
    const { sent, refused } = read("boxes", "box_no,zongpai,quantity\nBX1,PO1-1\nBX1,PO1-2,1\n");
    expect(sent).toEqual([{ box_no: "BX1", zongpai: "PO1-2", quantity: 1 }]);
    expect(refused).toEqual([[[2], expect.stringContaining("quantity is missing")]]);
  });
});

describe("a configuration with a line that cannot be read", () => {
  it.each([
    ["a filled cell too many", "PO1-1,MANUAL,1,x", /^Line 3: x is in no column/],
    ["no category", "PO1-1,,1", /entries/],
    ["no goods, as below a merged cell", ",MANUAL,1", /^Line 3: it names no goods/],
  ])("is not replaced by its other lines: %s", (_, line, message) => {
    const list = `zongpai,category,quantity\nPO1-1,CABLE,2\n${line}\nPO1-2,CABLE,2\n`;
    const { sent, refused } = read("attachments", list);
    expect(sent).toEqual([{ zongpai: "PO1-2", entries: [{ category: "CABLE", quantity: 2 }] }]);
    expect(refused).toEqual([[[2, 3], expect.stringMatching(message)]]);
  });
});

describe("the columns of a list", () => {
  it("are read without that of boxes where boxes have no places", () => {
    const list =
      "zongpai,location,off_shelf,scanned_at,category,box_no\nG1,A-1,,2026-11-01T10:00:00Z,,B1\nG2,,true,,M,B1\n";
    const { columns, lines } = tableOf(list);
    const headings = headingsOf("places", columns, new Map(), plain);
    expect(headings.map(([field]) => field)).toEqual([
      "zongpai",
      "category",
      "location",
      "off_shelf",
      ...(plain.extensions.scannedAt ? ["scanned_at"] : []),
    ]);
    const jobs = jobsOf("places", lines, headings, "run", plain);
    expect(jobs.map(({ fields }) => fields)).toMatchObject([
      { zongpai: "G1", location: "A-1" },
      { zongpai: "G2", category: "M", off_shelf: true },
    ]);
  });
});

it("the instants of an export are left out where scans have none", () => {
  const site = { ...plain, extensions: { ...plain.extensions, scanned_at: false as const } };
  const list = "zongpai,location,registered_at\nG1,A-1,2026-11-01T10:00:00Z\n";
  expect(read("places", list, { site }).sent).toEqual([{ zongpai: "G1", location: "A-1" }]);
});

describe("the columns of a list of boxes", () => {
  it("with places are enough where boxes have places", () => {
    const { sent } = read("places", "box_no,location\nBX1,L1-A-1\n");
    expect(sent).toEqual([{ box_no: "BX1", location: "L1-A-1" }]);
  });

  it("may have goods, which each line names first", () => {
    const list = "zongpai,box_no,location\nPO1-1,BX1,L1-A-1\n,BX1,L1-A-1\n,,L1-A-1\n";
    expect(jobsIn("places", list).map(({ route }) => route)).toEqual([
      "post-trace-location",
      "post-box-location",
      "post-trace-location",
    ]);
  });

  it("with contents must name the quantity, and may name a category", () => {
    const withoutQuantity = () => read("boxes", "box_no,zongpai\nBX1,PO1-1\n");
    expect(withoutQuantity).toThrow('no column "quantity"');
    const { sent } = read("boxes", "box_no,zongpai,category,quantity\nBX1,PO1-1,CABLE,2\n");
    expect(sent).toEqual([{ box_no: "BX1", zongpai: "PO1-1", category: "CABLE", quantity: 2 }]);
  });
});

it("goods of a list are sent before their attachments", () => {
  const list = "zongpai,category,location\nPO1-1,CABLE,L1-A-1\nPO1-1,,L1-A-2\n";
  const { sent } = read("places", list);
  expect(sent.map((fields) => "category" in (fields as object))).toEqual([false, true]);
});

describe("the headings of a list", () => {
  it.each(["Zongpai,LOCATION", '" zongpai ",\u00A0Location', "ZONGPAI\t location"])(
    "are found whatever their case and the blanks around them: %j",
    (headings) => {
      const mark = headings.includes("\t") ? "\t" : ",";
      const { sent } = read("places", `${headings}\nPO1-1${mark}L1-A-1\n`);
      expect(sent).toEqual([{ zongpai: "PO1-1", location: "L1-A-1" }]);
    },
  );

  it("are found under their exported and chosen names, too", () => {
    const list = "zongpai,Category,Configured_Quantity\nPO1-1,CABLE,2\n";
    const [job] = read("attachments", list).sent;
    expect(job).toMatchObject({ entries: [{ category: "CABLE", quantity: 2 }] });
    const chosen = new Map([["zongpai", "ware"]]);
    expect(headingsOf("places", ["Ware", "Ort"], chosen, demo)).toEqual([["zongpai", "Ware"]]);
  });
});

describe("a quantity in a list", () => {
  const quantityOf = (text: string, settings?: Settings) => {
    const site = settings?.site ?? demo;
    const name = (field: "box_no" | "zongpai" | "quantity") =>
      String(site.fields?.[field] ?? field);
    const { formats } = site;
    const line = `${formats.boxNo.example};${formats.zongpai.example};"${text}"`;
    const list = `${name("box_no")};${name("zongpai")};${name("quantity")}\n${line}\n`;
    const { sent, refused } = read("boxes", list, settings);
    const [field] = sent as { quantity?: number }[];
    return field?.quantity ?? refused[0]?.[1];
  };

  it("has a point or a comma before its decimals, as the option names", () => {
    const quantities = decimalMarks.map((decimal) => quantityOf(`2${decimal}0`, { decimal }));
    expect(quantities).toEqual([2, 2]);
  });

  it.each(["2", "2.0", "2.00", "2.0000", "02.0"])("is a whole number in %j", (text) => {
    expect(quantityOf(text)).toBe(2);
  });

  it.each([
    ["2,0", 2],
    ["2,00", 2],
    ["2,0000", 2],
    ["2", 2],
  ])("has a comma where --decimal says so: %j", (text, quantity) => {
    expect(quantityOf(text, { decimal: "," })).toBe(quantity);
  });

  it.each([
    ["2.000", ".", "Line 2: 2.000 is ambiguous: write 2000 or 2.0000."],
    ["1.250", ".", "Line 2: 1.250 is ambiguous: write 1250 or 1.2500."],
    ["1,250", ",", "Line 2: 1,250 is ambiguous: write 1250 or 1,2500."],
    ["2.0", ",", "Line 2: 2.0 has a dot, but --decimal says a comma."],
    ["1.000,0", ",", "Line 2: 1.000,0 has a dot, but --decimal says a comma."],
  ] as const)(
    "is refused with its line where it may mean two numbers: %j with %j",
    (text, decimal, message) => {
      expect(quantityOf(text, { decimal })).toBe(message);
      expect(quantityOf(text, { decimal, site: odd })).toBe(message);
    },
  );

  it.each(["2.5", "2,0", "1.000.000", "2.", ".5", "1e3", "٣", "-1"])(
    "is refused by the site's own sentence: %j",
    (text) => {
      expect(quantityOf(text)).toMatch(/^The quantity is not valid/);
    },
  );

  it("is the number that its text means, and never another one", () => {
    const digits = fc.stringMatching(/^\d{1,5}$/);
    const marks = fc.constantFrom<DecimalMark>(".", ",");
    fc.assert(
      fc.property(digits, fc.option(digits), marks, marks, (whole, part, mark, decimal) => {
        const text = part === null ? whole : `${whole}${mark}${part}`;
        const quantity = quantityOf(text, { decimal, site: odd });
        if (typeof quantity !== "number") return;
        expect(part === null || mark === decimal).toBe(true);
        expect(quantity).toBe(Number(part === null ? whole : `${whole}.${part}`));
        expect(part?.length).not.toBe(3);
      }),
    );
  });
});

describe("the instant of a line", () => {
  const instantOf = (text: string) =>
    read("places", `zongpai,location,scanned_at\nPO1-1,L1-A-1,${text}\n`);

  it.each([
    "2026-02-30 10:00",
    "2026-02-30",
    "2026-04-31T10:00:00",
    "2025-02-29 10:00",
    "2026-00-10",
    "2026-13-01 10:00",
    "2026-01-00",
  ])("is refused if no calendar has its day: %s", (text) => {
    const { sent, refused } = instantOf(text);
    expect(sent).toEqual([]);
    expect(refused).toEqual([[[2], expect.stringContaining("scanned_at must be an instant")]]);
  });

  it.each(["2024-02-29 10:00", "2026-02-28", "2025-12-31 23:59:59"])(
    "is in this machine's zone: %s",
    (text) => {
      const [fields] = instantOf(text).sent;
      const local = new Date(text.length > 10 ? text.replace(" ", "T") : `${text}T00:00`);
      expect(fields).toMatchObject({ scanned_at: local.toISOString() });
    },
  );
});
