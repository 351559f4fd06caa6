import { describe, expect, it, vi } from "vitest";
import { readWedge, type WedgeOptions } from "#scanner/scan/wedge.ts";

type Listen = WedgeOptions["document"]["addEventListener"];
type DomEvent = Parameters<Parameters<Listen>[1]>[0];

/** A page with one field for scans, whose events a test makes. */
const openPage = (trailing: WedgeOptions["settings"]["trailing"] = ["CR"]) => {
  const listeners = new Map<string, (event: DomEvent) => void>();
  const target = {
    addEventListener: ((type, run, isFirst) =>
      void (isFirst && listeners.set(type, run))) satisfies Listen,
    removeEventListener: ((type, _, isFirst) =>
      void (isFirst && listeners.delete(type))) satisfies Listen,
  };
  const input = { ...target, tagName: "INPUT", value: "", focus: vi.fn() };
  const scans: unknown[] = [];
  const close = readWedge({
    input,
    document: target,
    settings: { trailing },
    onScan: (raw) => scans.push(raw),
    onAgain: (raw, afterMs) => scans.push([raw, afterMs]),
    onUnended: (raw, reason) => scans.push([raw, reason]),
  });
  input.focus.mockClear();
  const happen = (type: string, event: Partial<DomEvent> = {}) => {
    const preventDefault = vi.fn();
    listeners.get(type)?.({ target: input, timeStamp: 0, preventDefault, ...event });
    return preventDefault.mock.calls.length > 0;
  };
  const scan = (raw: string, event: Partial<DomEvent> = {}) => {
    input.value += raw;
    return happen("keydown", { key: "Enter", ...event });
  };
  return { input, scans, happen, scan, close, listeners };
};

const button = { tagName: "BUTTON" };

describe("a scanner that types", () => {
  it("ends a scan with its suffix, which does nothing else", () => {
    const { input, scans, scan } = openPage();
    expect(scan("A1")).toBe(true);
    expect([scans, input.value]).toEqual([["A1"], ""]);
  });

  it.each([
    [["CR"], "Tab"],
    [["TAB"], "Enter"],
  ] as const)("of a site with %j does not end a scan with %s", (trailing, key) => {
    const { scans, scan } = openPage([...trailing]);
    expect(scan("A1", { key })).toBe(false);
    expect(scans).toEqual([]);
  });

  it("needs a suffix", () => {
    expect(() => openPage([])).toThrow(/Enter or Tab/);
  });

  it("that types whole texts has one scan for each ended part", () => {
    const { input, scans, happen } = openPage(["CR", "TAB"]);
    input.value = "A";
    happen("input");
    expect([scans, input.value]).toEqual([[], "A"]);
    input.value = "A1\r\nB2\tC";
    happen("input");
    expect([scans, input.value]).toEqual([["A1", "B2"], "C"]);
  });

  it("repeats a label only within 1.5 s, and never an empty one", () => {
    const { scans, scan } = openPage();
    for (const timeStamp of [0, 1_499, 2_999, 3_000]) scan("A1", { timeStamp });
    scan("B2", { timeStamp: 3_001 });
    scan("", { timeStamp: 3_002 });
    expect(scans).toEqual(["A1", ["A1", 1_499], "A1", ["A1", 1], "B2"]);
  });

  it("is read while a button has the focus, and its field gets the focus", () => {
    const { input, scans, happen, scan } = openPage();
    happen("keydown", { key: "A", target: button });
    expect(input.focus).toHaveBeenCalledOnce();
    expect(scan("A1", { target: button })).toBe(true);
    expect(scans).toEqual(["A1"]);
  });

  it.each(["Enter", " "])("leaves the key %j to a button while no label is typed", (key) => {
    const { input, scans, happen } = openPage();
    expect(happen("keydown", { key, target: button })).toBe(false);
    expect([scans, input.focus.mock.calls]).toEqual([[], []]);
  });

  it.each([{ tagName: "TEXTAREA" }, { isContentEditable: true }])(
    "is not read in the other field %j",
    (target) => {
      const { input, scans, scan } = openPage();
      expect(scan("A1", { target })).toBe(false);
      expect([scans, input.focus.mock.calls]).toEqual([[], []]);
    },
  );

  it("says 2 s after the last character that a text has no end", () => {
    vi.useFakeTimers();
    const { input, scans, happen, scan } = openPage();
    input.value = "A";
    happen("input");
    vi.advanceTimersByTime(1_999);
    input.value = "A1";
    happen("input", { timeStamp: 1_999 });
    vi.advanceTimersByTime(1_999);
    expect(scans).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(scans).toEqual([["A1", undefined]]);
    scan("", { timeStamp: 60_000 });
    vi.runAllTimers();
    expect(scans).toEqual([["A1", undefined], "A1"]);
    vi.useRealTimers();
  });

  it("moves the focus neither for keys in its own field nor for arrows", () => {
    const { input, happen } = openPage();
    happen("keydown", { key: "A" });
    happen("keydown", { key: "ArrowDown", target: button });
    expect(input.focus).not.toHaveBeenCalled();
  });

  it("gets the focus back if nothing else has it", () => {
    const { input, happen } = openPage();
    vi.useFakeTimers();
    happen("focusout", { relatedTarget: button });
    vi.runAllTimers();
    expect(input.focus).not.toHaveBeenCalled();
    happen("focusout");
    vi.runAllTimers();
    expect(input.focus).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it("is not read any more after the end", () => {
    const { close, listeners } = openPage();
    expect([...listeners.keys()]).toEqual(["keydown", "keyup", "input", "focusout", "focusin"]);
    close();
    expect(listeners.size).toBe(0);
  });
});
