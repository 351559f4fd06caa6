import { onDemand } from "./on-demand.ts";

/** What checks a shelf. */
export const stocktake = onDemand(() => import("./check.tsx"));
