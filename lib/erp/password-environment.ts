import { requireEnv } from "../env.ts";
import type { PasswordFrom } from "./password.ts";

/**
 * The password in an environment variable: looked at now, so that a deployment without it fails at once, and anew for each
 * connection, for it may have been changed.
 */
export const passwordFrom: PasswordFrom = (source) => {
  if (!("environment" in source)) throw new Error("this build holds no reader of secrets, and the site names one");
  requireEnv(source.environment);
  return { current: async () => requireEnv(source.environment), otherThan: async () => undefined };
};
