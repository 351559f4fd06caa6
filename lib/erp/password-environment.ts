import { requireEnv } from "../env.ts";
import type { PasswordFrom } from "./password.ts";

/** Reads the password from an environment variable: once now, so that a deployment without it fails at once; and again for each connection. */
export const passwordFrom: PasswordFrom = (source) => {
  if (!("environment" in source))
    throw new Error("this build holds no reader of secrets, and the site names one");
  requireEnv(source.environment);
  return { current: async () => requireEnv(source.environment), otherThan: async () => undefined };
};
