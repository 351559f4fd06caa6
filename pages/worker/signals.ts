import * as settings from "site:settings";
import words from "site:words/worker";
import { printableOf } from "#scanner/scan/element-string.ts";
import { fieldOf, kindsOf, type Scan } from "#scanner/scan/read-scan.ts";
import { fieldsOfTypedCode, labelKindOf } from "../shared/labels.ts";
import type { OutcomeName, WrongLabel } from "./rows.ts";
import { type Label, set, state } from "./state.ts";

type OutcomeSignal = Readonly<{
  hertz: readonly number[];
  /** Milliseconds of each tone, and between two. */
  ms: number;
  pause?: number;
  type?: OscillatorType;
  loud?: number;
  shakes: readonly number[];
}>;

const outcomeSignals: Readonly<Record<OutcomeName | "card", OutcomeSignal>> = {
  recorded: { hertz: [1_320], ms: 80, shakes: [40] },
  kept: { hertz: [880, 880], ms: 60, pause: 60, loud: 0.15, shakes: [40, 60, 40] },
  superseded: { hertz: [990, 660], ms: 120, shakes: [200] },
  refused: {
    hertz: [220, 220, 220],
    ms: 150,
    pause: 80,
    type: "square",
    shakes: [300, 100, 300, 100, 300],
  },
  "wrong-label": { hertz: [160], ms: 300, type: "square", shakes: [120, 60, 120] },
  card: { hertz: [660, 990], ms: 80, shakes: [40] },
};

let audioContext: AudioContext | undefined;

const playSignal = ({ hertz, ms, pause = 0, type = "sine", loud = 0.4, shakes }: OutcomeSignal) => {
  navigator.vibrate?.([...shakes]);
  if (typeof AudioContext === "undefined") return;
  audioContext ??= new AudioContext();
  void audioContext.resume();
  let at = audioContext.currentTime;
  for (const frequency of hertz) {
    const tone = new OscillatorNode(audioContext, { type, frequency });
    const volume = new GainNode(audioContext, { gain: state().loud ? 2 * loud : loud });
    tone.connect(volume).connect(audioContext.destination);
    tone.start(at);
    // A little fade, for a cut wave clicks.
    volume.gain.setTargetAtTime(0, at + ms / 1_000 - 0.01, 0.004);
    tone.stop(at + ms / 1_000 + 0.02);
    at += (ms + pause) / 1_000;
  }
};

/** Reports an outcome by sound and vibration, whichever the device has. */
export const signalOutcome = (outcome: OutcomeName | "card"): void =>
  playSignal(outcomeSignals[outcome]);

/** A scan is taken; what becomes of it has a sound of its own. */
export const signalTaken = (): void => playSignal({ hertz: [], ms: 0, shakes: [20] });

/** Something is in hand, or counted: each of five more sounds a semitone higher. */
export const signalInHand = (ups = 0): void =>
  playSignal({ hertz: [1_760 * 2 ** (Math.min(ups, 5) / 12)], ms: 25, shakes: [20] });

/** Milliseconds after the last scan, until the screen may go dark. */
const idleMs = 300_000;

let wakeLock: Promise<WakeLockSentinel | undefined> | undefined;

/** Does it when nobody has asked for it again for so many milliseconds. */
export const debounce = (run: () => unknown, ms: number): (() => void) => {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(run, ms);
  };
};
const mayDim = debounce(() => wakeLock?.then((held) => held?.release()), idleMs);

const forgetLock = (): undefined => {
  wakeLock = undefined;
};

/** Keeps the screen on for a while; a page that is hidden loses that until its next scan. */
export const stayAwake = (): void => {
  mayDim();
  wakeLock ??= navigator.wakeLock?.request("screen").then((held) => {
    held.onrelease = forgetLock;
    return held;
  }, forgetLock);
};

const { notes, wrong: wrongWords } = words;

/** The beginning of what is no label here: it may be a secret, and that of a key card is one. */
export const beginningOf = (text: string): string =>
  /key:/.test(text) ? "key:…" : printableOf(text.length > 8 ? `${text.slice(0, 8)}…` : text);

export const showWrongLabel = (wrong: WrongLabel): void => {
  signalOutcome("wrong-label");
  set({
    banner: { is: "wrong", ...wrong },
    note: undefined,
    bannerCount: state().bannerCount + 1,
  });
};

export const readLabel = (scan: Scan, kinds: readonly Label["kind"][]): Label | undefined => {
  for (const kind of kinds) {
    const reading = fieldOf(scan, kind, settings.scan);
    if ("value" in reading) return { kind, value: reading.value };
  }
  return undefined;
};

/** What somebody typed, in capital letters if it is a label only so. */
export const readTypedLabel = (
  { text }: Scan,
  kinds: readonly Label["kind"][],
): Label | undefined => {
  for (const value of [text, text.toUpperCase()]) {
    const kind = fieldsOfTypedCode(value).find((one) => kinds.includes(one));
    if (kind) return { kind, value };
  }
  return undefined;
};

/** What is wrong with a label that nobody asked for; `kinds`: what it may be. */
export const refuseScan = (scan: Scan, kinds = kindsOf(scan, settings.scan)): void => {
  const is = readLabel(scan, kinds) ?? readTypedLabel(scan, kinds);
  const twice = scan.doubled && kindsOf(scan.doubled, settings.scan).length > 0;
  showWrongLabel({
    label: is?.value ?? beginningOf(scan.text),
    text: is ? wrongWords[labelKindOf[is.kind]] : wrongWords.unknown,
    note: twice ? notes.doubled : notes.notSent,
  });
};
