import type { OutcomeName } from "../outcome/rows.ts";
import { state } from "../state.ts";

type OutcomeSignal = Readonly<{
  hertz: readonly number[];
  /** Milliseconds of each tone, and of the pause between two. */
  ms: number;
  pause?: number;
  type?: OscillatorType;
  loud?: number;
  shakes: readonly number[];
}>;

const outcomeSignals: Readonly<Record<OutcomeName | "card" | "ask", OutcomeSignal>> = {
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
  ask: { hertz: [520, 780], ms: 90, pause: 30, type: "triangle", shakes: [60, 60, 60] },
  card: { hertz: [660, 990], ms: 80, shakes: [40] },
};

let audioContext: AudioContext | undefined;

const playSignal = ({ hertz, ms, pause = 0, type = "sine", loud = 0.4, shakes }: OutcomeSignal) => {
  navigator.vibrate?.([...shakes]);
  if (typeof AudioContext === "undefined") return;
  audioContext ??= new AudioContext();
  void audioContext.resume();
  let startsAt = audioContext.currentTime;
  for (const frequency of hertz) {
    const tone = new OscillatorNode(audioContext, { type, frequency });
    const volume = new GainNode(audioContext, { gain: state().loud ? 2 * loud : loud });
    tone.connect(volume).connect(audioContext.destination);
    tone.start(startsAt);
    // Fade out, because a cut wave clicks.
    volume.gain.setTargetAtTime(0, startsAt + ms / 1_000 - 0.01, 0.004);
    tone.stop(startsAt + ms / 1_000 + 0.02);
    startsAt += (ms + pause) / 1_000;
  }
};

/** Signals an outcome, a card, or a question by sound and vibration, as far as the device supports them. */
export const signalOutcome = (outcome: OutcomeName | "card" | "ask"): void =>
  playSignal(outcomeSignals[outcome]);

/** Signals that the queue has accepted a scan. The outcome has its own signal. */
export const signalTaken = (): void => playSignal({ hertz: [], ms: 0, shakes: [20] });

/** Signals that something is in hand, or that a piece was counted. `pieces`: each of the first five is a semitone higher. */
export const signalInHand = (pieces = 0): void =>
  playSignal({ hertz: [1_760 * 2 ** (Math.min(pieces, 5) / 12)], ms: 25, shakes: [20] });
