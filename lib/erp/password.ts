import type { Site } from "../site/schema.ts";

/** Where the password is. */
export type PasswordSource = Exclude<Site["erp"]["connection"], false>["password"];

/** Gives the password of the ERP's server. */
export type ErpPassword = {
  /** @throws LookupFailure `credentials` when it cannot be read */
  readonly current: () => Promise<string>;
  /**
   * The password now, if it is another one than the refused one; `undefined` otherwise. Called once after each refusal.
   * @throws LookupFailure `credentials` if it cannot be read
   */
  readonly otherThan: (refused: string) => Promise<string | undefined>;
};

/** What a password file exports. `#erp-password` is the file that the site needs, so that a bundle has no other. */
export type PasswordFrom = (source: PasswordSource) => ErpPassword;
