import * as settings from "site:settings";
import words from "site:words/worker";
import { stayAwake } from "./awake.ts";
import { refuse } from "./refuse.ts";
import { type Light, set } from "./store.ts";
import { take } from "./take.ts";

const gaveNone = () => {
  set({ input: "scanner" });
  refuse({ label: "", word: words.acts.camera, text: words.notes.noCamera });
};

let end: AbortController | undefined;

const watch = async (picture: HTMLVideoElement, signal: AbortSignal) => {
  try {
    const { watchLabels } = await import("./lens.ts");
    set({ light: undefined });
    stayAwake();
    const onLight = (turn: Light["turn"]) => set({ light: { on: false, turn } });
    await watchLabels(picture, settings.scan, take, onLight, signal);
  } catch {
    if (!signal.aborted) gaveNone();
  }
};

const seen = (picture: HTMLVideoElement | null) => {
  end?.abort();
  if (!picture) return;
  end = new AbortController();
  void watch(picture, end.signal);
};

/** The camera's picture. What reads it is loaded at the first tap. */
export const Camera = () => <video class="lens" ref={seen} muted playsInline />;
