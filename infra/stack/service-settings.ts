import type { Site } from "#lib/site/schema.ts";

/** What a stack is made of: a site, a stage, and the functions as they were bundled. */
export type ServiceSettings = {
  readonly site: Site;
  readonly stage: string;
  /** By the name of a function's file, the folder with what is deployed for it. */
  readonly bundles: ReadonlyMap<string, { readonly folder: string; readonly assetHash?: string | undefined }>;
};
