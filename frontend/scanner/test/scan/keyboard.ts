import { type RefusedText, readWedge, type WedgeOptions } from "#scanner/scan/wedge.ts";

type Listen = WedgeOptions["document"]["addEventListener"];
export type DomEvent = Parameters<Parameters<Listen>[1]>[0];

/** What the wedge has reported: a scan, the same scan again, a refused text, or a text without an end. */
export type Report =
  | readonly ["scan" | "again", string]
  | readonly ["refused", string, RefusedText["reason"]]
  | readonly ["unended", string, RefusedText["reason"] | undefined];

/** A key press. `types`: what the system inserts, if not the key; "" inserts nothing. */
export type Press = Partial<DomEvent> & { readonly key: string; readonly types?: string };

const isPlain = ({ key, ctrlKey, altKey, metaKey }: Press) =>
  key.length === 1 && !ctrlKey && !altKey && !metaKey;

/** A page with one field for scans and a keyboard, as a browser has them: a key that is not prevented does what it does in a field. */
export const openKeyboard = (trailing: WedgeOptions["settings"]["trailing"] = ["CR"]) => {
  const listeners = new Map<string, Set<(event: DomEvent) => void>>();
  const target = {
    addEventListener: ((type, run) =>
      void listeners.set(type, (listeners.get(type) ?? new Set()).add(run))) satisfies Listen,
    removeEventListener: ((type, run) => void listeners.get(type)?.delete(run)) satisfies Listen,
  };
  const input = { ...target, tagName: "TEXTAREA", value: "", focus: () => {} };
  const reports: Report[] = [];
  const quick: boolean[] = [];
  const page = { now: 10_000, hasFocus: true, caret: 0 };
  const close = readWedge({
    input,
    document: { ...target, hasFocus: () => page.hasFocus },
    settings: { trailing },
    onScan: (raw, _, isQuick) => {
      reports.push(["scan", raw]);
      quick.push(isQuick);
    },
    onAgain: (raw) => reports.push(["again", raw]),
    onRefused: ({ raw, reason }) => reports.push(["refused", raw, reason]),
    onUnended: (raw, reason) => reports.push(["unended", raw, reason]),
  });
  /** Whether the default of the event was prevented. */
  const happen = (type: string, event: Partial<DomEvent> = {}) => {
    let isPrevented = false;
    const preventDefault = () => {
      isPrevented = true;
    };
    const made = { target: input, timeStamp: page.now, preventDefault, ...event };
    for (const run of listeners.get(type) ?? []) run(made);
    page.caret = Math.min(page.caret, input.value.length);
    return isPrevented;
  };
  const insert = (text: string, event: Partial<DomEvent> = {}) => {
    const before = input.value.slice(0, page.caret);
    input.value = before + text + input.value.slice(page.caret);
    page.caret = before.length + text.length;
    happen("input", event);
    if (page.caret > input.value.length) page.caret = input.value.length;
  };
  const down = (event: Press) => {
    const length = input.value.length;
    const isPrevented = happen("keydown", event);
    if (input.value.length !== length) page.caret = input.value.length;
    return isPrevented;
  };
  const press = (event: Press) => {
    const isPrevented = down(event);
    if (isPrevented || event.target) return isPrevented;
    if (event.types !== undefined) event.types && insert(event.types);
    else if (isPlain(event)) insert(event.key);
    else if (event.key === "Enter") insert("\n");
    else if (event.key === "ArrowLeft") page.caret = Math.max(0, page.caret - 1);
    else if (event.key === "Home") page.caret = 0;
    else if (event.key === "Backspace" && page.caret > 0) {
      page.caret -= 1;
      input.value = input.value.slice(0, page.caret) + input.value.slice(page.caret + 1);
      happen("input");
    }
    return isPrevented;
  };
  return {
    page,
    input,
    reports,
    quick,
    close,
    happen,
    insert,
    press,
    /** Types each character as a key, `apart` milliseconds apart. */
    type: (text: string, apart = 5) => {
      for (const key of text) {
        press({ key });
        page.now += apart;
      }
    },
    /** Presses a key with Ctrl. */
    control: (key: string) => press({ key, ctrlKey: true }),
    /** Types digits on the number keys while Alt is held. `system`: the system also inserts the character, before or after the key goes up. */
    alt: (digits: string, system: "never" | "before" | "after" = "never") => {
      happen("keydown", { key: "Alt", altKey: true });
      for (const digit of digits)
        happen("keydown", { key: "Insert", code: `Numpad${digit}`, altKey: true });
      const character = String.fromCharCode(Number(digits));
      const length = input.value.length;
      page.caret = length;
      if (system === "before") insert(character);
      happen("keyup", { key: "Alt" });
      page.caret = input.value.length;
      if (system === "after") insert(character);
      page.caret = input.value.length;
    },
    end: () => press({ key: "Enter" }),
  };
};
export type Keyboard = ReturnType<typeof openKeyboard>;

/** What a page hears while `run` types. */
export const heard = (
  run: (keyboard: Keyboard) => void,
  trailing?: Parameters<typeof openKeyboard>[0],
) => {
  const keyboard = openKeyboard(trailing);
  run(keyboard);
  keyboard.close();
  return keyboard.reports;
};
