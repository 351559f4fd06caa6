/** The parts of an issuer that the tests use; the package has no types. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  type Context = {
    readonly oidc: {
      readonly params: { readonly grant_type: string };
    };
  };
  type Grant = {
    addOIDCScope: (scope: string) => void;
    addResourceScope: (resource: string, scope: string) => void;
    save: () => Promise<string>;
    destroy: () => Promise<void>;
  };
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    on(event: string, run: (context: Context) => void): void;
    readonly Grant: { new (of: object): Grant; find: (id: string) => Promise<Grant | undefined> };
  }
}
