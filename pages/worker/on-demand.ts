import type { ScanRow } from "./rows.ts";
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

const advice = onDemand(() => import("./advice.tsx"));

/** Looks for what would pass instead of refused scans; of none it only loads what does that. */
export const adviseOnDemand = (rows: readonly ScanRow[]): Promise<void> =>
  advice.use(({ adviseOnRefusals }) => adviseOnRefusals(rows));
