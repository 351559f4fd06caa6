import { onDemand } from "./on-demand.ts";

/** What is never the first to be drawn: screens, the number pad, the field for typing, the buttons of a refusal. */
export const screensOnDemand = onDemand(() => import("./screens.tsx"));
