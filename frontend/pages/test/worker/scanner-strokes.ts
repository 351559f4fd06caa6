import { type KeyStroke, strokeOf } from "../../src/worker/scan/scanner-keys.ts";

export type Layout = Readonly<Record<string, string>>;

/** The characters of the keys that a German keyboard has in other places than a US keyboard. */
export const german: Layout = {
  ...{ KeyY: "zZ", KeyZ: "yY", Minus: "ß?", Slash: "-_", BracketRight: "+*", Equal: "´`" },
};
export const french: Layout = { KeyA: "qQ", KeyQ: "aA", KeyZ: "wW", KeyW: "zZ", Digit1: "&1" };

const us: Layout = {
  ...{ Minus: "-_", Slash: "/?", Period: ".>", BracketRight: "]}", Equal: "=+", Space: "  " },
  ...Object.fromEntries([...")!@#$%^&*("].map((shifted, at) => [`Digit${at}`, `${at}${shifted}`])),
  ...Object.fromEntries(
    [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((one) => [`Key${one}`, one.toLowerCase() + one]),
  ),
};

/** How a scanner sends its keys, and on which keyboard the device reads them. */
export type Sending = {
  readonly scanner?: Layout;
  readonly device?: Layout;
  readonly capsLock?: boolean;
  readonly from?: number;
  readonly apart?: number;
};

const toggled = (letter: string) =>
  letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();

/** The key events of a label: "Y101[Ctrl+]][Alt+0029][F9][Enter]", where [+200] is a pause in milliseconds. */
export const strokesOf = (
  label: string,
  { scanner = {}, device = {}, capsLock = false, from = 0, apart = 1 }: Sending = {},
): KeyStroke[] => {
  const strokes: KeyStroke[] = [];
  let at = from;
  const press = (key: string, code: string, held: readonly string[] = []) => {
    const stroke = strokeOf({
      ...{ key, code, timeStamp: at },
      shiftKey: held.includes("Shift"),
      ctrlKey: held.includes("Ctrl"),
      altKey: held.includes("Alt"),
      metaKey: held.includes("Meta"),
      getModifierState: (name) => name === "CapsLock" && capsLock,
    });
    if (stroke) strokes.push(stroke);
    at += apart;
  };
  const type = (character: string) => {
    const [code = "", pair = ""] =
      Object.entries({ ...us, ...scanner }).find(([, both]) => both.includes(character)) ?? [];
    const isShifted = pair.indexOf(character) === 1;
    const shown = { ...us, ...device }[code]?.[isShifted ? 1 : 0] ?? character;
    const key = capsLock && /[A-Za-z]/.test(shown) ? toggled(shown) : shown;
    press(key, code, isShifted ? ["Shift"] : []);
  };
  for (const [piece, name] of label.matchAll(
    /\[((?:Ctrl\+|Alt\+|Meta\+)?(?:\w+|[\]^])|\+\d+)\]|./gsu,
  )) {
    if (name === undefined) type(piece);
    else if (name.startsWith("+")) at += Number(name);
    else if (/^Alt\+\d/.test(name)) {
      press("Alt", "AltLeft", ["Alt"]);
      for (const digit of name.slice(4)) press("Insert", `Numpad${digit}`, ["Alt"]);
    } else {
      const [, modifier = "", key = ""] = /^(?:(Ctrl|Alt|Meta)\+)?(.+)$/.exec(name) ?? [];
      press(key, key === "]" ? "BracketRight" : `Key${key}`, [modifier]);
    }
  }
  return strokes;
};

/** The characters of a text that arrives at once. */
export const textStrokes = (text: string, at = 0): KeyStroke[] =>
  [...text].map((key) => ({ key: key === "\n" ? "Enter" : key, at, isText: true }));
