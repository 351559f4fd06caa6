import { describe, expect, test } from "vitest";
import { heard, type Keyboard, openKeyboard } from "./keyboard.ts";

describe("a text", () => {
  test("without a pause of 2 s is read, also much later at Enter", () => {
    const reports = heard((keyboard) => {
      keyboard.type("L1-A-3", 250);
      keyboard.page.now += 60_000;
      keyboard.end();
    });
    expect(reports).toEqual([["scan", "L1-A-3"]]);
  });

  test("with a pause of 2 s is refused, and the next is taken", () => {
    const reports = heard((keyboard) => {
      keyboard.type("L1-A-", 0);
      keyboard.page.now += 2_000;
      keyboard.type("L1-A-3");
      keyboard.end();
      keyboard.type("PO4-4");
      keyboard.end();
    });
    expect(reports).toEqual([
      ["refused", "L1-A-L1-A-3", "pause"],
      ["scan", "PO4-4"],
    ]);
  });

  test("that comes as a text has the same pauses", () => {
    const reports = heard((keyboard) => {
      keyboard.insert("L1-A-");
      keyboard.page.now += 2_000;
      keyboard.insert("L1-A-3\nPO4-4\nPO4-");
      keyboard.page.now += 1_999;
      keyboard.insert("5");
      keyboard.page.now += 9_000;
      keyboard.insert("\n");
    });
    expect(reports).toEqual([
      ["refused", "L1-A-L1-A-3", "pause"],
      ["scan", "PO4-4"],
      ["scan", "PO4-5"],
    ]);
  });

  test("has the times of its keys, however late a busy page sees them", () => {
    const reports = heard((keyboard) => {
      keyboard.type("A");
      for (const key of "12") {
        const timeStamp = keyboard.page.now;
        keyboard.page.now += 5;
        keyboard.press({ key, timeStamp, types: "" });
        keyboard.insert(key, { timeStamp: timeStamp + 3_000 });
      }
      keyboard.end();
    });
    expect(reports).toEqual([["scan", "A12"]]);
  });

  const ways: Readonly<Record<string, (keyboard: Keyboard) => void>> = {
    "a key that is no character": ({ press }) => press({ key: "F8" }),
    "an end of other sites": ({ press }) => press({ key: "Tab" }),
    "a caret that moves": ({ press }) => press({ key: "ArrowLeft" }),
    "a character that is deleted": ({ press }) => press({ key: "Backspace" }),
    "a character that does not arrive": ({ press }) => press({ key: "x", types: "" }),
    "a key in another field": ({ press }) => press({ key: "x", target: { tagName: "INPUT" } }),
    "a window without focus": ({ page, happen }) => {
      page.hasFocus = false;
      happen("focusout");
    },
    "an Alt that is not released": ({ happen }) =>
      happen("keydown", { key: "1", code: "Numpad1", altKey: true }),
  };
  test.each(Object.keys(ways))("is refused because of %s", (way) => {
    const reports = heard((keyboard) => {
      keyboard.type("L1-A-3");
      ways[way]?.(keyboard);
      keyboard.page.hasFocus = true;
      keyboard.type("4");
      keyboard.end();
      keyboard.type("PO4-4");
      keyboard.end();
    });
    expect(reports.map(([is]) => is)).toEqual(["refused", "scan"]);
    expect(reports[1]).toEqual(["scan", "PO4-4"]);
  });

  // A number by hand may have a pause or a correction, but none of these.
  test.each([
    ["a window without focus", "a pause", "lost"],
    ["a window without focus", "a character that is deleted", "lost"],
    ["a key that is no character", "a pause", "keys"],
    ["a character that is deleted", "a key that is no character", "keys"],
  ])("is refused because of %s, though there was %s before", (way, before, reason) => {
    const reports = heard((keyboard) => {
      keyboard.type("12");
      ways[before]?.(keyboard);
      if (before === "a pause") keyboard.page.now += 2_000;
      keyboard.type("3");
      ways[way]?.(keyboard);
      keyboard.page.hasFocus = true;
      keyboard.type("4");
      keyboard.end();
    });
    expect(reports.map(([, , why]) => why)).toEqual([reason]);
  });

  test("is refused if its first character follows a gain of the focus", () => {
    const label = (after: number) =>
      heard((keyboard) => {
        keyboard.page.hasFocus = false;
        keyboard.happen("focusout");
        keyboard.happen("focusin");
        keyboard.page.now += after;
        keyboard.type("A-3");
        keyboard.end();
      });
    expect(label(300)).toEqual([["refused", "A-3", "lost"]]);
    expect(label(301)).toEqual([["scan", "A-3"]]);
  });

  test("is refused if its head is in another field, unless that one ended", () => {
    const label = (...keys: string[]) =>
      heard((keyboard) => {
        for (const key of keys) keyboard.press({ key, target: { tagName: "INPUT" } });
        keyboard.type("A-3");
        keyboard.end();
      });
    expect(label("L")).toEqual([["refused", "A-3", "lost"]]);
    expect(label("L", "Enter")).toEqual([["scan", "A-3"]]);
  });

  test("is forgotten when the page empties the field, and not when a worker does", () => {
    const reports = heard((keyboard) => {
      keyboard.type("A1");
      keyboard.input.value = "";
      keyboard.page.now += 5_000;
      keyboard.type("B");
      keyboard.end();
      keyboard.type("C");
      keyboard.press({ key: "Backspace" });
      keyboard.type("D");
      keyboard.end();
    });
    expect(reports).toEqual([
      ["scan", "B"],
      ["refused", "D", "edited"],
    ]);
  });

  test("is quick if two characters, or one and the end, come at once", () => {
    const isQuick = (run: (keyboard: Keyboard) => void) => {
      const keyboard = openKeyboard();
      run(keyboard);
      keyboard.end();
      keyboard.close();
      return keyboard.quick;
    };
    expect(isQuick(({ type }) => type("20240", 30))).toEqual([true]);
    expect(isQuick(({ type }) => type("20240", 31))).toEqual([false]);
    expect(isQuick(({ type }) => type("2"))).toEqual([false]);
    expect(isQuick(({ insert }) => insert("20"))).toEqual([true]);
    expect(isQuick(({ insert }) => insert("2\n7\r\n"))).toEqual([true, true]);
    expect(isQuick(({ insert }) => insert("2"))).toEqual([false]);
  });
});
