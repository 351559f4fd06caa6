/** Where the site says that the password is: in an environment variable, or in a field of a secret's JSON. */
export type PasswordSource = { readonly environment: string } | { readonly secret: string; readonly field: string };

/** Gives the password of the ERP's server. */
export type ErpPassword = {
  /** @throws LookupFailure `credentials` when it cannot be read */
  readonly current: () => Promise<string>;
  /**
   * What holds now, if it is not the password that the server refused; asked once after each refusal.
   * @throws LookupFailure `credentials` when it cannot be read
   */
  readonly otherThan: (refused: string) => Promise<string | undefined>;
};

/** What a password file gives; `#erp-password` is the one that the site needs, so that a bundle holds no other. */
export type PasswordFrom = (source: PasswordSource) => ErpPassword;
