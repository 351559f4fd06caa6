import type { ScanRow } from "../outcome/rows.ts";
import { set } from "../state.ts";

/** A part of the page that is not in its first script. */
export const onDemand = <Part extends object>(load: () => Promise<Part>) => {
  let part: Part | undefined;
  return {
    get: (): Partial<Part> => part ?? {},
    /** Loads the part, and passes it to a function. If loading fails, the next call tries again. */
    use: async (run: (loaded: Part) => unknown = () => {}): Promise<void> => {
      part ??= await load().catch(() => undefined);
      if (!part) return;
      set({});
      await run(part);
    },
  };
};

export const shelfCheck = onDemand(() => import("./shelf-check.tsx"));

const adviceModule = onDemand(() => import("../outcome/advice.tsx"));

/** Loads the advice module, and finds advice for refused scans. Without rows, it only loads the module. */
export const adviseOnDemand = (rows: readonly ScanRow[]): Promise<void> =>
  adviceModule.use(({ adviseOnRefusals }) => adviseOnRefusals(rows));
