import { onDemand } from "./on-demand.ts";

/** What is never drawn first, and is loaded after that. */
export const later = {
  found: onDemand(() => import("./found.tsx")),
  problems: onDemand(() => import("./problems.tsx")),
  choices: onDemand(() => import("./choices.tsx")),
  row: onDemand(() => import("./row.tsx")),
  me: onDemand(() => import("./me.tsx")),
  device: onDemand(() => import("./device.tsx")),
};

export const loadLater = (): void => {
  for (const { use } of Object.values(later)) void use();
};
