import type { Site } from "#lib/site/schema.ts";

/** What a stack is made of: a site, a stage, and the functions as they were bundled. */
export type ServiceSettings = {
  readonly site: Site;
  readonly stage: string;
  /** Until a first deployment has come through nothing is protected, so that what it leaves can be taken away. */
  readonly first?: boolean | undefined;
  /** A table that is there already, restored or left by another stack; without it the stack makes its own. */
  readonly table?: string | undefined;
  /** By the name of a function's file, the folder with what is deployed for it. */
  readonly bundles: ReadonlyMap<string, { readonly folder: string; readonly assetHash?: string | undefined }>;
};
