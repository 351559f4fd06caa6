import * as settings from "site:settings";
import words from "site:words/worker";
import { refuse } from "./refuse.ts";
import { stayAwake } from "./signals.ts";
import { type Light, set } from "./store.ts";
import { take } from "./take.ts";

const watch = async (picture: HTMLVideoElement, signal: AbortSignal) => {
  try {
    const { watchLabels } = await import("./lens.ts");
    set({ light: undefined });
    stayAwake();
    const onLight = (turn: Light["turn"]) => set({ light: { on: false, turn } });
    await watchLabels(picture, settings.scan, take, onLight, signal);
  } catch {
    if (signal.aborted) return;
    set({ input: "scanner" });
    refuse({ label: "", word: words.acts.camera, text: words.notes.noCamera });
  }
};

let end: AbortController | undefined;

const seen = (picture: HTMLVideoElement | null) => {
  end?.abort();
  end = new AbortController();
  if (picture) void watch(picture, end.signal);
};

/** The camera's picture. What reads it is loaded at the first tap. */
export const Camera = () => <video class="lens" ref={seen} muted playsInline />;
