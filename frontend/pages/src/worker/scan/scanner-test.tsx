import * as settings from "site:settings";
import words from "site:words/worker";
import { printableOf } from "#scanner/scan/scan-text.ts";
import { labelKindOf } from "../../shared/labels.ts";
import { CodeText, fillTemplate } from "../../shared/text.tsx";
import { signalInHand } from "../device/signals.ts";
import { set } from "../state.ts";
import { commandWordsIn } from "./command-words.ts";
import { debounce } from "./debounce.ts";
import { beginningOf, readLabel } from "./scan-labels.ts";
import {
  diagnoseScanner,
  type KeyStroke,
  labelEndOf,
  type ScannerDiagnosis,
} from "./scanner-diagnosis.ts";

const { device: say } = words;

const silenceMs = 2_000;
/** The number of characters shown of a text that is no label here, because it may be a secret. */
const maxShown = 8;

/** Vendors' menu names are not translated. */
const zebraMenu = "Zebra: DataWedge, ";
const honeywellMenu = "Honeywell: Data Processing Settings, ";
const aimSettings = [
  `${zebraMenu}Scanner params, Code ID Type`,
  `${honeywellMenu}Symbology Prefix`,
];
const settingPlaces: Readonly<Partial<Record<ScannerDiagnosis["change"], readonly string[]>>> = {
  end: [
    `${zebraMenu}Basic data formatting, Send ${labelEndOf(settings.scan).toUpperCase()} key`,
    `${honeywellMenu}Suffix`,
  ],
  twice: [`${zebraMenu}Intent output`, `${honeywellMenu}Scan to Intent`],
  identifier: aimSettings,
  noIdentifier: aimSettings,
};

/** The character of a key on a US keyboard, the default of most scanners. */
const usKeyOf = (code: string, shift: boolean) => {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  if (letter) return shift ? letter : letter.toLowerCase();
  return digit && !shift ? digit : { Minus: "-", Slash: "/", Period: "." }[code];
};

let lastDiagnosis: (ScannerDiagnosis & { readonly strokes: readonly KeyStroke[] }) | undefined;
let listeningAbort: AbortController | undefined;

const listenForStrokes = (part: HTMLElement | null) => {
  listeningAbort?.abort();
  lastDiagnosis = undefined;
  if (!part) return;
  listeningAbort = new AbortController();
  const field = document.querySelector<HTMLTextAreaElement>(".scan");
  let strokes: KeyStroke[] = [];
  let [before, typed] = ["", ""];
  const { signal } = listeningAbort;
  const conclude = () => {
    if (strokes.length === 0 || signal.aborted) return;
    lastDiagnosis = { ...diagnoseScanner(strokes, settings.scan), strokes };
    if (!lastDiagnosis.end && field) field.value = "";
    before = "";
    strokes = [];
    signalInHand();
    set({});
  };
  const concludeLater = debounce(conclude, silenceMs);
  const add = (stroke: KeyStroke) => {
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
      add({ key, at, us: usKeyOf(code, shiftKey) });
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

const DiagnosisText = ({
  scan,
  kinds: [kind],
  command,
  end: ending,
  change,
  strokes,
}: NonNullable<typeof lastDiagnosis>) => {
  const all = strokes.map(({ key }) => printableOf(key));
  const few = scan.key === undefined ? maxShown : 4;
  const keys = kind || command || all.length <= maxShown ? all : [...all.slice(0, few), "…"];
  const label = kind && readLabel(scan, [kind]);
  const took = (strokes.at(-1)?.at ?? 0) - (strokes[0]?.at ?? 0);
  const apart = Math.round(took / Math.max(1, strokes.length - 1));
  const count = strokes.length - (ending ? 1 : 0);
  const { notes, wrong } = words;
  const line = { ...say.change, twice: notes.doubled, unknown: wrong.unknown }[change];
  return (
    <>
      <h2>
        {fillTemplate(strokes.some(({ isText }) => isText) ? say.text : say.keys, { count, apart })}
      </h2>
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
              <CodeText>{label.value}</CodeText>, {words.kinds[labelKindOf[label.kind]]}
            </b>
          ) : (
            <b>
              {command
                ? commandWordsIn(words)[command]
                : scan.key === undefined
                  ? beginningOf(scan.text)
                  : say.card}
            </b>
          )}
        </li>
      </ul>
      <div class="say" data-outcome={change === "none" ? "recorded" : "wrong-label"}>
        <b>
          {fillTemplate(line, { end: labelEndOf(settings.scan), label: beginningOf(scan.text) })}
        </b>
        {settingPlaces[change]?.map((place) => (
          <p key={place}>{place}</p>
        ))}
      </div>
    </>
  );
};

/**
 * The scanner test: what the scanner sends, how it is interpreted, and what to change. Nothing is
 * recorded.
 */
export const ScannerTest = () => (
  <section
    class="found"
    data-test="device"
    aria-label={words.me.whatSent}
    aria-live="polite"
    ref={listenForStrokes}
  >
    {lastDiagnosis ? <DiagnosisText {...lastDiagnosis} /> : <p class="soft">{say.hint}</p>}
  </section>
);
