import { set } from "./store.ts";

/** A part of the page that is not in its first file. */
export const onDemand = <Part extends object>(load: () => Promise<Part>) => {
  let part: Part | undefined;
  return {
    /** Once it is loaded. */
    get: (): Partial<Part> => part ?? {},
    /** Does something with it, as soon as it is there. Without a network, and never kept, it is not: the next call tries again. */
    use: async (run: (loaded: Part) => unknown = () => {}): Promise<void> => {
      part ??= await load().catch(() => undefined);
      if (!part) return;
      set({});
      await run(part);
    },
  };
};

/** What checks a shelf. */
export const stocktake = onDemand(() => import("./check.tsx"));
