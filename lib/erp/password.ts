import { requireEnv } from "../env.ts";
import type { Site } from "../site/schema.ts";

export type PasswordSource = Exclude<Site["erp"]["connection"], false>["password"];

export type ErpPassword = {
  /** @throws LookupFailure `credentials` when it cannot be read */
  readonly current: () => Promise<string>;
  /**
   * The password now; `undefined` if it is the refused one.
   * @throws LookupFailure `credentials` if it cannot be read
   */
  readonly otherThan: (refused: string) => Promise<string | undefined>;
};

/** What `#erp-password` exports: this file or `password-secret.ts`, whichever the site needs. */
export type PasswordFrom = (source: PasswordSource) => ErpPassword;

/** Reads an environment variable; also now, so that a function without it fails at once. */
export const passwordFrom: PasswordFrom = (source) => {
  if (!("environment" in source))
    throw new Error("this build holds no reader of secrets, and the site names one");
  requireEnv(source.environment);
  return { current: async () => requireEnv(source.environment), otherThan: async () => undefined };
};
