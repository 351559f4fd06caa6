import type { OutcomeName } from "./rows.ts";
import { state } from "./store.ts";

type Tone = readonly [hertz: number, ms: number];
type Signal = {
  readonly tones: readonly Tone[];
  /** Milliseconds between tones. */
  readonly pause?: number;
  readonly type?: OscillatorType;
  readonly loud?: number;
  readonly shakes: readonly number[];
};

const signals: Readonly<Record<OutcomeName, Signal>> = {
  recorded: { tones: [[1_320, 80]], shakes: [40] },
  kept: {
    tones: [
      [880, 60],
      [880, 60],
    ],
    pause: 60,
    loud: 0.15,
    shakes: [40, 60, 40],
  },
  superseded: {
    tones: [
      [990, 120],
      [660, 120],
    ],
    shakes: [200],
  },
  refused: {
    tones: [
      [220, 150],
      [220, 150],
      [220, 150],
    ],
    pause: 80,
    type: "square",
    shakes: [300, 100, 300, 100, 300],
  },
  "wrong-label": { tones: [[160, 300]], type: "square", shakes: [120, 60, 120] },
};

let context: AudioContext | undefined;

const shake = (pattern: readonly number[]) => void navigator.vibrate?.([...pattern]);

/** A scan is taken; what becomes of it has a sound of its own. */
export const tick = (): void => shake([20]);

/** A card is taken. */
const card: Signal = {
  tones: [
    [660, 80],
    [990, 80],
  ],
  shakes: [40],
};

/** Something is in hand, or counted: each of five more sounds a semitone higher. */
export const inHand = (ups = 0): void =>
  sound({ tones: [[1_760 * 2 ** (Math.min(ups, 5) / 12), 25]], shakes: [20] });

/** Reports an outcome by sound and vibration, whichever the device has. */
export const signal = (outcome: OutcomeName | "card"): void =>
  sound(outcome === "card" ? card : signals[outcome]);

const sound = ({ tones, pause = 0, type = "sine", loud = 0.4, shakes }: Signal) => {
  shake(shakes);
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
