import type { OutcomeName } from "./rows.ts";
import { state } from "./store.ts";

type Signal = Readonly<{
  tones: readonly (readonly [hertz: number, ms: number])[];
  /** Milliseconds between tones. */
  pause?: number;
  type?: OscillatorType;
  loud?: number;
  shakes: readonly number[];
}>;

const low = [220, 150] as const;
const soft = [880, 60] as const;
const signals: Readonly<Record<OutcomeName | "card", Signal>> = {
  recorded: { tones: [[1_320, 80]], shakes: [40] },
  kept: { tones: [soft, soft], pause: 60, loud: 0.15, shakes: [40, 60, 40] },
  superseded: {
    tones: [
      [990, 120],
      [660, 120],
    ],
    shakes: [200],
  },
  refused: {
    tones: [low, low, low],
    pause: 80,
    type: "square",
    shakes: [300, 100, 300, 100, 300],
  },
  "wrong-label": { tones: [[160, 300]], type: "square", shakes: [120, 60, 120] },
  card: {
    tones: [
      [660, 80],
      [990, 80],
    ],
    shakes: [40],
  },
};

let context: AudioContext | undefined;

const sound = ({ tones, pause = 0, type = "sine", loud = 0.4, shakes }: Signal) => {
  navigator.vibrate?.([...shakes]);
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  let at = context.currentTime;
  for (const [hertz, ms] of tones) {
    const tone = new OscillatorNode(context, { type, frequency: hertz });
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
export const tick = (): void => sound({ tones: [], shakes: [20] });

/** Something is in hand, or counted: each of five more sounds a semitone higher. */
export const inHand = (ups = 0): void =>
  sound({ tones: [[1_760 * 2 ** (Math.min(ups, 5) / 12), 25]], shakes: [20] });

/** Milliseconds after the last scan, until the screen may go dark. */
const idle = 300_000;

let lock: Promise<WakeLockSentinel | undefined> | undefined;
let timer = 0;

const lost = (): undefined => {
  lock = undefined;
};

/** Keeps the screen on from a scan until a while after it, where the browser can; a page that is hidden loses that until its next scan. */
export const stayAwake = (): void => {
  clearTimeout(timer);
  timer = window.setTimeout(() => void lock?.then((held) => held?.release()), idle);
  lock ??= navigator.wakeLock?.request("screen").then((held) => {
    held.onrelease = lost;
    return held;
  }, lost);
};
