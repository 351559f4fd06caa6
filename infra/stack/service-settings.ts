import type { Site } from "#lib/site/schema.ts";
import type { DeploymentSettings } from "../deployment.ts";

export type ServiceSettings = {
  readonly site: Site;
  readonly stage: string;
  readonly deployment: DeploymentSettings;
  /** In the first deployment nothing is protected, so that it can be deleted if it fails. */
  readonly isFirstDeployment?: boolean | undefined;
  /** The name of a table that exists already; without it the stack makes its own. */
  readonly existingTable?: string | undefined;
  /** The ARN of that table's stream, where the site sends changes. */
  readonly existingStream?: string | undefined;
  /** The bundle of each function, by the name of its file. */
  readonly bundles: {
    readonly get: (id: string) => { readonly folder: string } | undefined;
  };
};
