import type { ScanRow } from "./rows.ts";
import { set } from "./state.ts";

/** A part of the page that is not in its first script. */
export const onDemand = <Part extends object>(load: () => Promise<Part>) => {
  let part: Part | undefined;
  return {
    get: (): Partial<Part> => part ?? {},
    /** Loads the part, and runs a function with it. If loading fails, the next call tries again. */
    use: async (run: (loaded: Part) => unknown = () => {}): Promise<void> => {
      part ??= await load().catch(() => undefined);
      if (!part) return;
      set({});
      await run(part);
    },
  };
};

export const shelfCheck = onDemand(() => import("./shelf-check.tsx"));

const adviceModule = onDemand(() => import("./advice.tsx"));

/** Looks for what would pass instead of refused scans. Without rows, it only loads the module that does that. */
export const adviseOnDemand = (rows: readonly ScanRow[]): Promise<void> =>
  adviceModule.use(({ adviseOnRefusals }) => adviseOnRefusals(rows));
