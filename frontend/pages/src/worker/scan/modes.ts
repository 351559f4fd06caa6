import { mayCall } from "../../shared/rights.ts";
import { modeRoutes } from "./mode-routes.ts";

export type WorkMode = keyof typeof modeRoutes;

export const isOffered = (mode: WorkMode): boolean => modeRoutes[mode].some(mayCall);

/** The modes that this person may use, in their order on the screen. */
export const offeredModes = (): WorkMode[] =>
  (Object.keys(modeRoutes) as WorkMode[]).filter(isOffered);
