import { expect, test } from "vitest";
import { scanSettings } from "#lib/page/scan-settings.ts";
import demo from "../../../../sites/demo.ts";
import { demoWith } from "../../../../test/site/demo-with.ts";
import { diagnoseScanner, type KeyStroke } from "../../src/worker/scan/scanner-diagnosis.ts";

const onDemo = scanSettings(demo);
const sent = (keys: string, settings = onDemo, us = keys) =>
  diagnoseScanner(
    (keys.match(/\[\w+\]|./gsu) ?? []).map(
      (key, at): KeyStroke => ({ key: key.length > 1 ? key.slice(1, -1) : key, at, us: us[at] }),
    ),
    settings,
  );

test.each([
  ["PO4-1[Enter]", "none"],
  ["PO4-1[Tab]", "none"],
  ["PO4-1", "end"],
  ["PO4-1PO4-1[Enter]", "twice"],
  ["po4-1[Enter]", "case"],
  ["]X1PO4-1[Enter]", "noIdentifier"],
  ["241PO4-1[Enter]", "identifier"],
  ["key:demo=secret[Enter]", "none"],
  ["XTOUCHXBOX[Enter]", "none"],
  ["xtouchxbox[Enter]", "case"],
  ["something[Enter]", "unknown"],
])("for %s the setting to change is: %s", (keys, change) => expect(sent(keys).change).toBe(change));

test("recognises another keyboard layout by the same keys of the US layout", () => {
  expect(sent("PO4ß1[Enter]", onDemo, "PO4-1").change).toBe("layout");
});

test("requires the line end that the site names", () => {
  const tabs = scanSettings(demoWith({ "scan.trailing": ["TAB"] }));
  expect([sent("PO4-1[Enter]", tabs).change, sent("PO4-1[Tab]", tabs).change]).toEqual([
    "end",
    "none",
  ]);
  const enters = scanSettings(demoWith({ "scan.trailing": ["CR"] }));
  expect(sent("PO4-1[Tab]", enters).change).toBe("end");
});
