import words from "site:words/worker";
import { useEffect, useRef } from "preact/hooks";
import { refuse } from "./refuse.ts";
import { set } from "./store.ts";
import { take } from "./take.ts";

const gaveNone = () => {
  set({ camera: false });
  refuse({ label: "", word: words.acts.camera, text: words.notes.noCamera });
};

/** The camera's picture in the frame of the sign. What reads it is loaded now, at the first tap, and not before. */
export const Camera = () => {
  const picture = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const end = new AbortController();
    const watch = async () => {
      const { watchLabels } = await import("./lens.ts");
      if (picture.current) await watchLabels(picture.current, take, end.signal);
    };
    watch().catch(() => end.signal.aborted || gaveNone());
    return () => end.abort();
  }, []);
  return <video class="lens" ref={picture} muted playsInline />;
};
