import { requireEnv } from "../env.ts";
import type { Site } from "../site/schema.ts";

export type PasswordSource = Exclude<Site["erp"]["connection"], false>["password"];

export type ErpPassword = {
  /** @throws LookupFailure `credentials` when it cannot be read */
  readonly current: () => Promise<string>;
  /** The password now; `undefined` if it is the refused one. @throws as `current` */
  readonly otherThan: (refused: string) => Promise<string | undefined>;
};

/** What `#erp-password` exports: this file, or `password-secret.ts` if the site needs it. */
export type PasswordFrom = (source: PasswordSource) => ErpPassword;

/** Reads an environment variable; a function without it fails at once. */
export const passwordFrom: PasswordFrom = (source) => {
  if (!("environment" in source)) throw new Error("the site names a secret");
  requireEnv(source.environment);
  return { current: async () => requireEnv(source.environment), otherThan: async () => undefined };
};
