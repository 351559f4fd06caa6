import { onDemand } from "../screens/on-demand.ts";

/** Jobs of many scans: the buttons that start one, and its display. */
export const jobs = onDemand(() => import("./jobs.tsx"));
