import { describe, expect, test } from "vitest";
import { heard } from "./keyboard.ts";

const gs = "\u001d";

describe("a control character that comes as a key combination", () => {
  test.each([
    ["]", gs],
    ["^", "\u001e"],
    ["d", "\u0004"],
    ["D", "\u0004"],
  ])("is read inside a label: Ctrl+%s", (key, character) => {
    const reports = heard((keyboard) => {
      keyboard.type("241PO4-1");
      expect(keyboard.control(key)).toBe(true);
      keyboard.type("3712");
      keyboard.end();
    });
    expect(reports).toEqual([["scan", `241PO4-1${character}3712`]]);
  });

  test.each(["never", "before", "after"] as const)(
    "is read once as Alt and digits, if the system inserts it %s",
    (system) => {
      const reports = heard((keyboard) => {
        keyboard.type("241PO4-1");
        keyboard.alt("0029", system);
        keyboard.type("3712");
        keyboard.end();
      });
      expect(reports).toEqual([["scan", `241PO4-1${gs}3712`]]);
    },
  );

  test.each(["never", "before", "after"] as const)(
    "may be every character of a label, if the system inserts each %s",
    (system) => {
      const reports = heard((keyboard) => {
        for (const character of "L1-A-33") keyboard.alt(`0${character.charCodeAt(0)}`, system);
        keyboard.alt("013", system);
      });
      expect(reports).toEqual([["scan", "L1-A-33"]]);
    },
  );

  test.each([
    [["CR"], "j", true],
    [["CR"], "m", true],
    [["CR"], "i", false],
    [["TAB"], "i", true],
    [["TAB"], "m", true],
  ] as const)("ends a label of a site with %j, or refuses it: Ctrl+%s", (trailing, key, isEnd) => {
    const reports = heard(
      (keyboard) => {
        keyboard.type("A1");
        expect(keyboard.control(key)).toBe(true);
        if (!isEnd) keyboard.end();
      },
      [...trailing],
    );
    expect(reports).toEqual([isEnd ? ["scan", "A1"] : ["refused", "A1", "keys"]]);
  });

  test("frames a label and is dropped: Ctrl+B before it, Ctrl+C after it", () => {
    const reports = heard((keyboard) => {
      for (const label of ["A1", "B2"]) {
        keyboard.control("b");
        keyboard.type(label, 1);
        keyboard.control("c");
        keyboard.end();
      }
      keyboard.control("b");
      keyboard.type("C3", 1);
      keyboard.control("m");
      keyboard.control("j");
      keyboard.control("c");
      keyboard.control("b");
      keyboard.type("D4", 1);
      keyboard.end();
    });
    expect(reports).toEqual(["A1", "B2", "C3", "D4"].map((raw) => ["scan", raw]));
  });

  test("ends a label a second time, which the browser does not see", () => {
    heard((keyboard) => {
      keyboard.type("A1");
      keyboard.end();
      expect(keyboard.press({ key: "j", ctrlKey: true })).toBe(true);
    });
  });

  test.each([
    ["Ctrl+B", { key: "b", ctrlKey: true }],
    ["Ctrl+C before the last character", { key: "c", ctrlKey: true }],
    ["Ctrl+Enter", { key: "Enter", ctrlKey: true }],
    ["Ctrl+Shift+J", { key: "J", ctrlKey: true, shiftKey: true }],
    ["Ctrl+W", { key: "w", ctrlKey: true }],
    ["Alt+D", { key: "d", altKey: true }],
    ["Meta+L", { key: "l", metaKey: true }],
    ["Shift+Tab", { key: "Tab", shiftKey: true }],
  ] as const)("refuses the label and does nothing else: %s", (_, combination) => {
    const reports = heard((keyboard) => {
      keyboard.type("A1");
      expect(keyboard.press(combination)).toBe(true);
      keyboard.type("2");
      keyboard.end();
      keyboard.type("B2");
      keyboard.end();
    });
    expect(reports).toEqual([
      ["refused", "A12", "keys"],
      ["scan", "B2"],
    ]);
  });

  test.each(["029", "29", "0228", "00029", "0"])("refuses or reads Alt and %s", (digits) => {
    const [report] = heard((keyboard) => {
      keyboard.type("A1");
      keyboard.alt(digits);
      keyboard.type("2");
      keyboard.end();
    });
    expect(report).toEqual(digits === "029" ? ["scan", `A1${gs}2`] : ["refused", "A12", "keys"]);
  });

  test("keeps the digits of Alt out of the field", () => {
    heard((keyboard) => {
      keyboard.happen("keydown", { key: "Alt", altKey: true });
      const digit = { key: "Insert", code: "Numpad0", altKey: true };
      expect(keyboard.happen("keydown", digit)).toBe(true);
    });
  });

  test("spoils the label that begins before the key Alt goes up", () => {
    const reports = heard((keyboard) => {
      keyboard.happen("keydown", { key: "Alt", altKey: true });
      keyboard.happen("keydown", { key: "Insert", code: "Numpad0", altKey: true });
      keyboard.type("A1");
      keyboard.end();
      keyboard.type("B2");
      keyboard.end();
    });
    expect(reports).toEqual([
      ["refused", "A1", "keys"],
      ["scan", "B2"],
    ]);
  });

  test.each(["a", "c", "]", "F5"])(
    "does as the browser without a label, which may not follow: Ctrl+%s",
    (key) => {
      const label = (after: number) =>
        heard((keyboard) => {
          expect(keyboard.control(key)).toBe(false);
          keyboard.page.now += after;
          keyboard.type("A1");
          keyboard.end();
        });
      expect(label(50)).toEqual([["refused", "A1", "keys"]]);
      expect(label(51)).toEqual([["scan", "A1"]]);
    },
  );

  test("is none if it is AltGr, or a modifier alone", () => {
    const reports = heard((keyboard) => {
      keyboard.press({ key: "@", getModifierState: (key) => key === "AltGraph" });
      keyboard.press({ key: "[", ctrlKey: true, altKey: true, types: "[" });
      for (const key of ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"])
        expect(keyboard.press({ key, ctrlKey: key === "Control" })).toBe(false);
      keyboard.type("1");
      keyboard.end();
    });
    expect(reports).toEqual([["scan", "@[1"]]);
  });
});
