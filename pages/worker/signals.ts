import * as settings from "site:settings";
import words from "site:words/worker";
import { shown } from "#scanner/scan/element-string.ts";
import { fieldOf, kindsOf, type Scan } from "#scanner/scan/read.ts";
import { kindsOfTyped, thingOf } from "../shared/labels.ts";
import type { OutcomeName, Wrong } from "./rows.ts";
import { type Label, set, state } from "./store.ts";

type Signal = Readonly<{
  hertz: readonly number[];
  /** Milliseconds of each tone, and between two. */
  ms: number;
  pause?: number;
  type?: OscillatorType;
  loud?: number;
  shakes: readonly number[];
}>;

const signals: Readonly<Record<OutcomeName | "card", Signal>> = {
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

let context: AudioContext | undefined;

const sound = ({ hertz, ms, pause = 0, type = "sine", loud = 0.4, shakes }: Signal) => {
  navigator.vibrate?.([...shakes]);
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  let at = context.currentTime;
  for (const frequency of hertz) {
    const tone = new OscillatorNode(context, { type, frequency });
    const volume = new GainNode(context, { gain: state().loud ? 2 * loud : loud });
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    // A little fade, for a cut wave clicks.
    volume.gain.setTargetAtTime(0, at + ms / 1_000 - 0.01, 0.004);
    tone.stop(at + ms / 1_000 + 0.02);
    at += (ms + pause) / 1_000;
  }
};

/** Reports an outcome by sound and vibration, whichever the device has. */
export const signal = (outcome: OutcomeName | "card"): void => sound(signals[outcome]);

/** A scan is taken; what becomes of it has a sound of its own. */
export const tick = (): void => sound({ hertz: [], ms: 0, shakes: [20] });

/** Something is in hand, or counted: each of five more sounds a semitone higher. */
export const inHand = (ups = 0): void =>
  sound({ hertz: [1_760 * 2 ** (Math.min(ups, 5) / 12)], ms: 25, shakes: [20] });

/** Milliseconds after the last scan, until the screen may go dark. */
const idle = 300_000;

let lock: Promise<WakeLockSentinel | undefined> | undefined;

/** Does it when nobody has asked for it again for so many milliseconds. */
export const afterPause = (run: () => unknown, ms: number): (() => void) => {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(run, ms);
  };
};
const mayDim = afterPause(() => lock?.then((held) => held?.release()), idle);

const lost = (): undefined => {
  lock = undefined;
};

/** Keeps the screen on for a while; a page that is hidden loses that until its next scan. */
export const stayAwake = (): void => {
  mayDim();
  lock ??= navigator.wakeLock?.request("screen").then((held) => {
    held.onrelease = lost;
    return held;
  }, lost);
};

const { notes, wrong: wrongWords } = words;

/** The beginning of what is no label here: it may be a secret, and that of a key card is one. */
export const beginningOf = (text: string): string =>
  /key:/.test(text) ? "key:…" : shown(text.length > 8 ? `${text.slice(0, 8)}…` : text);

export const refuse = (wrong: Wrong): void => {
  signal("wrong-label");
  set({
    band: { is: "wrong", ...wrong },
    note: undefined,
    resultCount: state().resultCount + 1,
  });
};

export const labelOf = (scan: Scan, kinds: readonly Label["kind"][]): Label | undefined => {
  for (const kind of kinds) {
    const reading = fieldOf(scan, kind, settings.scan);
    if ("value" in reading) return { kind, value: reading.value };
  }
  return undefined;
};

/** What somebody typed, in capital letters if it is a label only so. */
export const typedOf = ({ text }: Scan, kinds: readonly Label["kind"][]): Label | undefined => {
  for (const value of [text, text.toUpperCase()]) {
    const kind = kindsOfTyped(value).find((one) => kinds.includes(one));
    if (kind) return { kind, value };
  }
  return undefined;
};

/** What is wrong with a label that nobody asked for; `kinds`: what it may be. */
export const refuseLabel = (scan: Scan, kinds = kindsOf(scan, settings.scan)): void => {
  const is = labelOf(scan, kinds) ?? typedOf(scan, kinds);
  const twice = scan.doubled && kindsOf(scan.doubled, settings.scan).length > 0;
  refuse({
    label: is?.value ?? beginningOf(scan.text),
    text: is ? wrongWords[thingOf[is.kind]] : wrongWords.unknown,
    note: twice ? notes.doubled : notes.notSent,
  });
};
