import { onDemand } from "./on-demand.ts";

/** Many scans at once: the keys that begin a job, and how it is shown. */
export const jobs = onDemand(() => import("./jobs.tsx"));
