import { set } from "./state.ts";

/** A part of the page that is not in its first file. */
export const onDemand = <Part extends object>(load: () => Promise<Part>) => {
  let part: Part | undefined;
  return {
    get: (): Partial<Part> => part ?? {},
    /** Loads it, and does something with it. Where that fails, the next call tries again. */
    use: async (run: (loaded: Part) => unknown = () => {}): Promise<void> => {
      part ??= await load().catch(() => undefined);
      if (!part) return;
      set({});
      await run(part);
    },
  };
};

export const shelfCheck = onDemand(() => import("./shelf-check.tsx"));
