import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Keyboard, openKeyboard, type Press, type Report } from "./keyboard.ts";

const gs = "\u001d";

/** One thing that arrives. `as`: its character in the label, unless it makes the label none (`undefined`) or leaves it as it is (""). */
type Arrival = { readonly as: string | undefined; readonly run: (keyboard: Keyboard) => void };

const pressing = (as: string | undefined, press: Press): Arrival => ({
  as,
  run: (keyboard) => void keyboard.press(press),
});
const letters = fc.constantFrom(..."PO4-12L1A3").map((key) => pressing(key, { key }));
const inputs = fc
  .stringMatching(/^[A-Z0-9-]{1,6}$/)
  .map((text) => ({ as: text, run: (keyboard: Keyboard) => keyboard.insert(text) }));
const systems = fc.constantFrom("never", "before", "after");
const controlKey = pressing(gs, { key: "]", ctrlKey: true });
const separators = fc.oneof(
  fc.constant(controlKey),
  systems.map((system) => ({ as: gs, run: ({ alt }: Keyboard) => alt("0029", system) })),
);
const modifiers = fc
  .constantFrom("Shift", "Control", "Alt", "CapsLock")
  .map((key) => pressing("", { key }));
const strangers = fc.constantFrom<Press>(
  { key: "b", ctrlKey: true },
  { key: "a", ctrlKey: true },
  { key: "x", metaKey: true },
  { key: "x", types: "" },
  { key: "x", altKey: true },
  { key: "x", target: { tagName: "TEXTAREA" } },
  { key: "Tab", shiftKey: true },
);
const clean = fc.oneof({ weight: 8, arbitrary: letters }, inputs, modifiers);
const apart = fc.integer({ min: 0, max: 250 });

describe("from any keys", () => {
  /** A label: its first character, then others with their distances. `fault`: what comes after which of them. */
  const labels = fc.record({
    first: letters,
    rest: fc.array(fc.tuple(apart, fc.oneof({ weight: 5, arbitrary: clean }, separators)), {
      maxLength: 12,
    }),
    fault: fc.option(
      fc.record({
        at: fc.nat(12),
        is: fc.oneof(
          strangers.map((press) => pressing(undefined, press)),
          fc.integer({ min: 2_000, max: 9_000 }).map((ms) => ({
            as: undefined,
            run: ({ page }: Keyboard) => {
              page.now += ms;
            },
          })),
        ),
      }),
      { nil: undefined, freq: 3 },
    ),
    end: fc.constantFrom<Press>(
      { key: "Enter" },
      { key: "m", ctrlKey: true },
      { key: "j", ctrlKey: true },
    ),
  });

  test("each label is reported exactly, or refused once, and the next is taken", () => {
    fc.assert(
      fc.property(fc.array(labels, { minLength: 1, maxLength: 6 }), (scans) => {
        const keyboard = openKeyboard();
        const expected: Report[0][] = [];
        const said: string[] = [];
        for (const { first, rest, fault, end } of scans) {
          keyboard.page.now += 1_600;
          const all: readonly (readonly [number, Arrival])[] = [[0, first], ...rest];
          const at = Math.min(fault?.at ?? 0, all.length - 1);
          for (const [index, [ms, arrival]] of all.entries()) {
            keyboard.page.now += ms;
            arrival.run(keyboard);
            if (fault && index === at) fault.is.run(keyboard);
          }
          // A pause counts only between two characters.
          if (fault) keyboard.press({ key: "Z" });
          keyboard.press(end);
          expected.push(fault ? "refused" : "scan");
          if (!fault) said.push(all.map(([, { as }]) => as).join(""));
        }
        keyboard.close();
        expect(keyboard.reports.map(([is]) => is)).toEqual(expected);
        expect(keyboard.reports.flatMap(([is, raw]) => (is === "scan" ? raw : []))).toEqual(said);
        expect(keyboard.input.value).toBe("");
      }),
    );
  });

  const anything = fc.tuple(
    fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 0, max: 300 }) },
      fc.integer({ min: 1_900, max: 2_100 }),
    ),
    fc.oneof(
      { weight: 20, arbitrary: clean },
      { weight: 3, arbitrary: separators },
      { weight: 1, arbitrary: strangers.map((press) => pressing(undefined, press)) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom("F8", "Backspace", "ArrowLeft", "Home", "Escape", "Tab")
          .map((key) => pressing(undefined, { key })),
      },
      { weight: 4, arbitrary: fc.constant(pressing("\n", { key: "Enter" })) },
    ),
  );

  test("nothing is a scan but what was typed between two ends", () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 60 }), (arrivals) => {
        const keyboard = openKeyboard();
        const typed = new Set<string>();
        let label = "";
        for (const [ms, arrival] of arrivals) {
          keyboard.page.now += ms;
          arrival.run(keyboard);
          // Without a label a combination with Ctrl is the browser's.
          const isBrowsers = label === "" && arrival === controlKey;
          if (arrival.as === "\n") {
            typed.add(label);
            label = "";
          } else if (!isBrowsers) label += arrival.as ?? "";
        }
        keyboard.close();
        for (const [is, raw] of keyboard.reports)
          if (is === "scan" || is === "again") expect([...typed]).toContain(raw);
      }),
    );
  });
});
