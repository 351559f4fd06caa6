import { describe, expect, it, test } from "vitest";
import { clientSettings } from "#lib/page/client-settings.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { fieldOf, fieldReader, kindsOf, readScan } from "#scanner/scan/read.ts";
import { readWedge } from "#scanner/scan/wedge.ts";
import { plain } from "../../commands/explain/escapes.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "../site/changed.ts";
import odd from "../site/odd.ts";
import { format } from "../site/refused.ts";

const alike = /^[A-Z0-9]{2,8}$/;
const overlapping = {
  "formats.zongpai": format(alike, "PO4"),
  "formats.boxNo": format(alike, "BX4"),
  "formats.location": format(alike, "L1"),
};
const settings = {
  demo: scanSettings(demo),
  odd: scanSettings(odd),
  prefixed: scanSettings(
    demoWith({ ...overlapping, "scan.kinds": { boxNo: "B:", zongpai: "G:", location: "S:" } }),
  ),
  gs1: scanSettings(demoWith({ ...overlapping, "scan.kinds": "gs1" })),
};

const scanOf = (site: keyof typeof settings, raw: string) =>
  readScan(plain(raw), settings[site], 2_026);

describe("what a label is", () => {
  test.each([
    ["demo", "PO4-1\\r", ["zongpai"]],
    ["demo", "BX4", ["box_no"]],
    ["demo", "L1-A-3", ["location"]],
    ["demo", "]C100340123450000000017", ["box_no"]],
    ["demo", "]d2241PO4-1<GS>254L1-A-3", ["zongpai", "location"]],
    ["demo", "nothing", []],
    ["odd", "]E0kiste_7", ["box_no"]],
    ["odd", "9112", ["location"]],
    ["prefixed", "G:A17", ["zongpai"]],
    ["prefixed", "S:A17", ["location"]],
    ["prefixed", "A17", []],
    ["gs1", "A17", ["box_no", "zongpai", "location"]],
    ["gs1", "]C1241A17", ["zongpai"]],
  ] as const)("on %s, %s is %j", (site, raw, kinds) => {
    expect(kindsOf(scanOf(site, raw), settings[site])).toEqual(kinds);
  });

  it("is told without the prefix that marks it", () => {
    expect(fieldOf(scanOf("prefixed", "S:A17"), "location", settings.prefixed)).toEqual({
      value: "A17",
    });
    expect(fieldOf(scanOf("prefixed", "G:A17"), "location", settings.prefixed)).toEqual({
      refused: "This label carries no location.",
    });
  });

  test.each([
    ["demo", { zongpai: "L1-A-3", location: "PO4-1" }, "This label is a location, no zongpai."],
    ["odd", { zongpai: "9112", location: "901234" }, "This label is a location, no zongpai."],
  ] as const)(
    "a swapped pair is refused on %s before it is queued",
    async (site, pair, message) => {
      const client = createClient({
        storage: memoryStorage(),
        baseUrl: "http://127.0.0.1:9",
        settings: clientSettings(site === "demo" ? demo : odd),
        read: fieldReader(settings[site]),
      });
      expect(await client.write("post-trace-location", pair)).toEqual({
        state: "misread",
        field: "zongpai",
        message,
      });
      expect(client.standings()).toEqual([]);
      client.close();
    },
  );
});

describe("a label that came twice in one", () => {
  test.each([
    ["demo", "PO4-1PO4-1\\r", "zongpai", "PO4-1"],
    ["demo", "]C1241PO4-1]C1241PO4-1", "zongpai", "241PO4-1"],
    ["odd", "]E0kiste_7]E0kiste_7\\n", "box_no", "kiste_7"],
  ] as const)("on %s, %s is recognised and said", (site, raw, field, label) => {
    expect(fieldOf(scanOf(site, raw), field, settings[site])).toEqual({
      refused: `${label} came twice in one: the scanner sends it on two ways, switch one of them off.`,
    });
    expect(kindsOf(scanOf(site, raw), settings[site])).toEqual([]);
  });

  it("is no fault where the whole is a value of its own", () => {
    expect(fieldOf(scanOf("gs1", "1212"), "box_no", settings.gs1)).toEqual({ value: "1212" });
  });
});

test("a site whose scanners add nothing cannot be read by keystrokes, and is told so", () => {
  const nothing = {
    addEventListener: () => {},
    removeEventListener: () => {},
    value: "",
    focus: () => {},
  };
  const options = { input: nothing, document: nothing, onScan: () => {} };
  expect(() => readWedge({ ...options, settings: { trailing: [] } })).toThrow("Enter or Tab");
});
