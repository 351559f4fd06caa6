import { requireEnv } from "../env.ts";
import type { Site } from "../site/schema.ts";

/** Where the password is. */
export type PasswordSource = Exclude<Site["erp"]["connection"], false>["password"];

/** Gives the password of the ERP's server. */
export type ErpPassword = {
  /** @throws LookupFailure `credentials` when it cannot be read */
  readonly current: () => Promise<string>;
  /**
   * The password now, if it is not the refused one; `undefined` otherwise. Called once after each refusal.
   * @throws LookupFailure `credentials` if it cannot be read
   */
  readonly otherThan: (refused: string) => Promise<string | undefined>;
};

/** What `#erp-password` exports: this file or `password-secret.ts`, whichever the site needs, so that a bundle has no other. */
export type PasswordFrom = (source: PasswordSource) => ErpPassword;

/** Reads an environment variable: once now, so that a function without it fails at once; and again for each connection. */
export const passwordFrom: PasswordFrom = (source) => {
  if (!("environment" in source))
    throw new Error("this build holds no reader of secrets, and the site names one");
  requireEnv(source.environment);
  return { current: async () => requireEnv(source.environment), otherThan: async () => undefined };
};
