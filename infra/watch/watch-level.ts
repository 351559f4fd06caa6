import type { Deployment } from "../deployment.ts";
import { isDisposable } from "../stack/refuse-unsafe.ts";

/** What a stage is watched by; each level has what the one before it has. */
export type WatchLevel = Exclude<Deployment["watch"], "auto">;

/** The setting `watch` for a stage: unless it is set, `dev` has no alarms. */
export const watchLevelOf = ({ watch }: Pick<Deployment, "watch">, stage: string): WatchLevel => {
  if (watch !== "auto") return watch;
  return isDisposable(stage) ? "none" : "alarms";
};
