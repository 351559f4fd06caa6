import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  commandCodes,
  commandPattern,
  commandPrefix,
  labelCommands,
} from "#labels/command-codes.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { overlapOf } from "#lib/site/automata.ts";
import { commandIn } from "#scanner/scan/command-label.ts";
import { kindsOf, readScan } from "#scanner/scan/read-scan.ts";
import { unescapeScan } from "../../../../commands/site-check/explain-scan.ts";
import demo from "../../../../sites/demo.ts";
import odd from "../../../../test/site/odd.ts";

const sites = { demo, odd };
const settings = { demo: scanSettings(demo), odd: scanSettings(odd) };
const readCommand = (site: keyof typeof settings, raw: string) =>
  commandIn(unescapeScan(raw), settings[site]);

/** The rows of letters on the US, German and French keyboard. */
const keyboards = [
  ["QWERTYUIOP", "ASDFGHJKL;", "ZXCVBNM,./"],
  ["QWERTZUIOP", "ASDFGHJKLÖ", "YXCVBNM,.-"],
  ["AZERTYUIOP", "QSDFGHJKLM", "WXCVBN,;:!"],
].map((rows) => rows.join(""));
const [american = "", ...otherKeyboards] = keyboards;

describe("the codes of commands", () => {
  test("have the prefix, fit the pattern, and differ from one another", () => {
    const codes = Object.values(commandCodes);
    for (const code of codes) {
      expect(code).toMatch(commandPattern);
      expect(code.startsWith(commandPrefix)).toBe(true);
    }
    expect(new Set(codes).size).toBe(labelCommands.length);
  });

  test("have only letters that keyboards type with the same keys", () => {
    const letters = new Set(Object.values(commandCodes).join(""));
    for (const letter of letters) {
      const place = american.indexOf(letter);
      expect(place, letter).toBeGreaterThanOrEqual(0);
      for (const keyboard of otherKeyboards) expect(keyboard[place]).toBe(letter);
    }
    expect([...letters].join("")).not.toMatch(/[AMQWYZ]/);
  });

  test("can be no code of demo or of the odd site, by their automata", () => {
    const patterns = Object.values(sites).flatMap(({ formats: { zongpai, boxNo, location } }) =>
      [zongpai, boxNo, location].map(({ pattern }) => pattern),
    );
    expect(patterns.map((pattern) => overlapOf(pattern, commandPattern))).toEqual(
      Array.from({ length: 6 }, () => "none"),
    );
  });
});

describe("a scan is a command", () => {
  test.each(
    (["demo", "odd"] as const).flatMap((site) =>
      labelCommands.map((command) => [command, site] as const),
    ),
  )("if it is the code of %s and nothing else, on %s", (command, site) => {
    const code = commandCodes[command];
    const [ending = ""] = { demo: ["\\r\\n"], odd: ["\\n"] }[site];
    for (const raw of [code, ` ${code} ${ending}`, `]C0${code}`, `]Q2\\\\000026${code}${ending}`])
      expect(readCommand(site, raw), raw).toBe(command);
    expect(kindsOf(readScan(code, settings[site]), settings[site])).toEqual([]);
  });

  test.each([
    ["in small letters", "xtouchxbox"],
    ["twice in one", "XTOUCHXBOXXTOUCHXBOX"],
    ["with a blank inside", "XTOUCHX BOX"],
    ["in a GS1 symbol", "]C1XTOUCHXBOX"],
    ["after FNC1", "<FNC1>XTOUCHXBOX"],
    ["as the value of a GS1 element", "]C1241XTOUCHXBOX"],
    ["as one of two GS1 elements", "<FNC1>10XTOUCHXBOX<GS>241PO4-1"],
    ["in a GS1 Digital Link", "https://id.gs1.org/01/09506000134352/21/XTOUCHXBOX"],
    ["of a word without a key", "XTOUCHXSHUT"],
    ["on a key card", "key:XTOUCHXBOX"],
  ])("but not %s", (_, raw) => {
    for (const site of ["demo", "odd"] as const) expect(readCommand(site, raw)).toBeUndefined();
  });

  const command = fc.constantFrom(...labelCommands);
  const text = fc.string({
    unit: fc.constantFrom(..."0123456789ABXZ", "(", ")", "\u001d", " ", "/"),
  });

  test("never with other characters around its code", () => {
    fc.assert(
      fc.property(command, text, text, (name, before, after) => {
        // Blanks at the ends are dropped.
        fc.pre((before + after).trim() !== "" || (before + after).includes("\u001d"));
        const raw = before + commandCodes[name] + after;
        for (const site of ["demo", "odd"] as const)
          expect(commandIn(raw, settings[site])).toBeUndefined();
      }),
    );
  });

  test("never inside GS1 element strings, whose values stay whole", () => {
    const lot = fc.tuple(
      command,
      text.map((value) => value.replace(/[^0-9A-Z]/g, "")),
    );
    fc.assert(
      fc.property(fc.array(lot, { minLength: 1, maxLength: 3 }), (lots) => {
        const elements = lots.map(([name, rest], at) => `${91 + at}${rest}${commandCodes[name]}`);
        const raw = `]C1${elements.join("\u001d")}`;
        expect(commandIn(raw, settings.demo)).toBeUndefined();
        expect(readScan(raw, settings.demo).elements.map(({ value }) => value)).toEqual(
          lots.map(([name, rest]) => rest + commandCodes[name]),
        );
      }),
    );
  });
});
