/** The files that the pages need offline. `version` changes with any of them. `frontend/pages/build/pages.ts` generates this module. */
declare module "site:files" {
  export const files: readonly string[];
  export const version: string;
}
