import type { DeploymentSettings } from "../deployment.ts";
import { isDisposable } from "../stack/refuse-unsafe.ts";

/** How closely a stage is watched. Each level includes the one before it. */
export type WatchLevel = Exclude<DeploymentSettings["watch"], "auto">;

/** The setting `watch` for a stage: unless it is set, `dev` has no alarms. */
export const watchLevelOf = (
  { watch }: Pick<DeploymentSettings, "watch">,
  stage: string,
): WatchLevel => {
  if (watch !== "auto") return watch;
  return isDisposable(stage) ? "none" : "alarms";
};
