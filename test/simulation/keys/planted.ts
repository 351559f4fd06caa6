import type { SourceChange } from "./bundle.ts";

/** A file below `frontend/`, a text that it has once, and another text in its place. */
const change = (file: string, from: string, to: string): SourceChange => ({ file, from, to });

const codes = "scanner/src/scan/key-codes.ts";
const keys = "scanner/src/scan/wedge-keys.ts";
const wedge = "scanner/src/scan/wedge.ts";
const page = "pages/src/worker/scan";

/** A combination that stands for no character is left out of its label. */
const leaveOut = change(
  keys,
  'return { state: refuse(state, "keys"), prevent: true };',
  "return { state, prevent: true };",
);

/** Faults between the keys and the label. Each breaks one rule, and the simulation must find it. */
export const plantedInKeys: Readonly<Record<string, readonly SourceChange[]>> = {
  "a label twice in one is read": [
    change(
      "scanner/src/scan/read-scan.ts",
      "const doubled = doubledIn(unpacked, settings);",
      "const doubled = undefined as ReturnType<typeof doubledIn>;",
    ),
  ],
  "a text is called not taken, and read later": [
    change(`${page}/scans.ts`, "if (reason) {", "if (reason || raw) {"),
  ],
  "a label goes on after a pause": [
    change(keys, "Math.max(gap, seenAt - state.seenAt) >= pauseMs", "pauseMs < 0"),
  ],
  "a separator as Ctrl+] is lost": [change(codes, '"]": "\\u001d",', ""), leaveOut],
  "a separator as an Alt code is lost": [
    change(
      keys,
      "? altUp(state, state.alt, event, ends)",
      "? { state: { ...state, alt: undefined } }",
    ),
  ],
  "a separator is inserted twice": [
    change(
      keys,
      "if (own !== undefined && !awaited && value === text + own)",
      "if (own === value)",
    ),
  ],
  "a number at the pace of a scanner is saved": [
    change(`${page}/pad-entry.ts`, '(by === "keys" || by === "typed")', 'by !== "camera"'),
  ],
  "a number with leading zeros is saved": [
    change(`${page}/pad-entry.ts`, " && !/^0\\d/.test(digits)", ""),
  ],
  "the next label answers a question": [
    change(`${page}/pad-steps.ts`, "const isAsked = isQuestion(pad);", "const isAsked = false;"),
  ],
  "AltGr is taken for a combination": [
    change(codes, "if (!metaKey && isAltGr", "if (metaKey && isAltGr"),
  ],
  "the frame before a label refuses it": [
    change(keys, "character === frameStart ? state : warn", "!state ? state : warn"),
  ],
  "the frame after a label refuses it": [
    change(keys, "if (character === frameEnd)", 'if (character === "?")'),
  ],
  "a combination inside a label is left out": [leaveOut],
  "a label behind a combination is read": [
    change(
      keys,
      "return keyAt <= state.unsureUntil ? refuse(added, state.unsureFor) : added;",
      "return added;",
    ),
  ],
  "a label whose tail went to another window is read": [
    change(keys, 'state: state.isBegun ? refuse(state, "lost") : state', "state"),
  ],
  "Ctrl+M ends no label": [change(codes, 'm: "\\r",', "")],
  "a refused text is read": [
    change(wedge, "if (reason) onRefused", 'if (reason === "edited") onRefused'),
  ],
  "nothing is said of a refused text": [
    change(wedge, "onRefused?.({ reason, raw, at, isQuick });", "{}"),
  ],
  "nothing is said of a text without an end": [
    change(wedge, "onUnended?.(state.text, state.reason);", "{}"),
  ],
  "one pull of the trigger counts twice": [
    change(wedge, "repeatWithinMs = 1_500", "repeatWithinMs = 0"),
  ],
  "of a label with box and goods, only the box is taken": [
    change(`${page}/scans.ts`, "if (item) takeLabel(item, next);", ""),
  ],
};
