import * as settings from "site:settings";
import words from "site:words/worker";
import { shown } from "#scanner/scan/element-string.ts";
import { thingOf } from "../shared/labels.ts";
import { Code, fill } from "../shared/text.tsx";
import { endOf, judge, type Sent, type Stroke } from "./sent.ts";
import { afterPause, beginningOf, inHand, labelOf } from "./signals.ts";
import { set } from "./store.ts";

const { device: say } = words;

const silent = 2_000;
/** What is no label here may be a secret. */
const most = 8;

/** The vendors' own names, which no language changes. */
const zebra = "Zebra: DataWedge, ";
const honeywell = "Honeywell: Data Processing Settings, ";
const aim = [`${zebra}Scanner params, Code ID Type`, `${honeywell}Symbology Prefix`];
const places: Readonly<Partial<Record<Sent["change"], readonly string[]>>> = {
  end: [
    `${zebra}Basic data formatting, Send ${endOf(settings.scan).toUpperCase()} key`,
    `${honeywell}Suffix`,
  ],
  twice: [`${zebra}Intent output`, `${honeywell}Scan to Intent`],
  identifier: aim,
  noIdentifier: aim,
};

/** Of a keyboard of the USA, which most scanners are set to. */
const usOf = (code: string, shift: boolean) => {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  if (letter) return shift ? letter : letter.toLowerCase();
  return digit && !shift ? digit : { Minus: "-", Slash: "/", Period: "." }[code];
};

let said: (Sent & { readonly strokes: readonly Stroke[] }) | undefined;
let end: AbortController | undefined;

const listen = (part: HTMLElement | null) => {
  end?.abort();
  said = undefined;
  if (!part) return;
  end = new AbortController();
  const field = document.querySelector<HTMLTextAreaElement>(".scan");
  let strokes: Stroke[] = [];
  let [before, typed] = ["", ""];
  const { signal } = end;
  const conclude = () => {
    if (strokes.length === 0 || signal.aborted) return;
    said = { ...judge(strokes, settings.scan), strokes };
    if (!said.end && field) field.value = "";
    before = "";
    strokes = [];
    inHand();
    set({});
  };
  const concludeLater = afterPause(conclude, silent);
  const add = (stroke: Stroke) => {
    const isEnd = /^(Enter|Tab)$/.test(stroke.key);
    if (isEnd && strokes.length === 0) return;
    strokes.push(stroke);
    if (isEnd) conclude();
    else concludeLater();
  };
  document.addEventListener(
    "keydown",
    ({ key, code, shiftKey, ctrlKey, metaKey, timeStamp: at }) => {
      if (ctrlKey || metaKey || !/^(.|Enter|Tab)$/su.test(key)) return;
      typed = key;
      add({ key, at, us: usOf(code, shiftKey) });
    },
    { capture: true, signal },
  );
  document.addEventListener(
    "input",
    ({ timeStamp: at }) => {
      const value = field?.value ?? "";
      const more = value.startsWith(before) ? value.slice(before.length) : value;
      before = value.replace(/^.*[\r\n\t]/s, "");
      if (more === typed) typed = "";
      else
        for (const [key] of more.matchAll(/\r\n|./gsu))
          add({ key: /[\r\n]/.test(key) ? "Enter" : key === "\t" ? "Tab" : key, at, isText: true });
    },
    { capture: true, signal },
  );
};

const Said = ({ scan, kinds: [kind], end: ending, change, strokes }: NonNullable<typeof said>) => {
  const all = strokes.map(({ key }) => shown(key));
  const few = scan.key === undefined ? most : 4;
  const keys = kind || all.length <= most ? all : [...all.slice(0, few), "…"];
  const label = kind && labelOf(scan, [kind]);
  const took = (strokes.at(-1)?.at ?? 0) - (strokes[0]?.at ?? 0);
  const apart = Math.round(took / Math.max(1, strokes.length - 1));
  const count = strokes.length - (ending ? 1 : 0);
  const { notes, wrong } = words;
  const line = { ...say.change, twice: notes.doubled, unknown: wrong.unknown }[change];
  return (
    <>
      <h2>{fill(strokes.some(({ isText }) => isText) ? say.text : say.keys, { count, apart })}</h2>
      <p class="keys">
        {keys.map((key, at) => (
          <kbd key={at}>{key}</kbd>
        ))}
      </p>
      <ul class="lines">
        <li>
          {say.ended}
          <b>{ending ?? say.nothing}</b>
        </li>
        <li>
          {say.understood}
          {label ? (
            <b>
              <Code>{label.value}</Code>, {words.kinds[thingOf[label.kind]]}
            </b>
          ) : (
            <b>{scan.key === undefined ? beginningOf(scan.text) : say.card}</b>
          )}
        </li>
      </ul>
      <div class="say" data-outcome={change === "none" ? "recorded" : "wrong-label"}>
        <b>{fill(line, { end: endOf(settings.scan), label: beginningOf(scan.text) })}</b>
        {places[change]?.map((place) => (
          <p key={place}>{place}</p>
        ))}
      </div>
    </>
  );
};

/** What the scanner sends, how it is understood, and what to change. Nothing of it is recorded. */
export const Device = () => (
  <section
    class="found"
    data-test="device"
    aria-label={words.me.whatSent}
    aria-live="polite"
    ref={listen}
  >
    {said ? <Said {...said} /> : <p class="soft">{say.hint}</p>}
  </section>
);
