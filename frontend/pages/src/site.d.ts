/** The modules and constants that the build generates from a site (`frontend/pages/build/pages.ts`). */

/** The kind of credentials in requests. The build removes the code for other kinds. */
declare const provedBy: ReturnType<typeof import("#lib/page/settings.ts").credentialKindOf>;

/** Whether the site sends a header with a refusal's values. If not, the build removes its parser. */
declare const readsRefusalValues: boolean;

declare module "site:settings" {
  type Settings = ReturnType<typeof import("#lib/page/settings.ts").pageSettings>;
  /** Only code for sites with tokens reads `signIn`. */
  const settings: Settings & { readonly signIn: Exclude<Settings["signIn"], false> };
  export = settings;
}

type PageWords = import("./words/page-words.ts").PageWords;

/** The words of a page in the current language. */
declare module "site:words/worker" {
  const words: PageWords["both"] & PageWords["worker"];
  export default words;
}
/** The words of the worker's parts that load on demand, by language. */
declare module "site:words/worker-parts" {
  const inLanguages: Readonly<Record<string, PageWords["workerParts"]>>;
  export default inLanguages;
}
/** The reasons for refusals, by language. */
declare module "site:words/refusals" {
  const inLanguages: Readonly<Record<string, PageWords["why"]>>;
  export default inLanguages;
}
declare module "site:words/board" {
  const words: PageWords["both"] & PageWords["board"];
  export default words;
}

declare module "site:languages" {
  export type Texts = { readonly [Name in string]: string | Texts };
  /** The site's names for things such as categories. */
  type SiteNames = Readonly<Record<string, string>>;
  type Language = {
    readonly lang: string;
    readonly name: string;
    /** Missing for the first language, which is part of the page. */
    readonly load?: () => Promise<{ readonly words: Texts; readonly siteNames: SiteNames }>;
  };
  export const words: PageWords["both"] & { readonly title: string };
  export const siteNames: SiteNames;
  export const languages: readonly [Language, ...Language[]];
}

/** The torch of a camera (Image Capture), which TypeScript's types lack. */
interface MediaTrackConstraintSet {
  torch?: boolean;
}

declare module "*.css";

/** The name of a file in the page's folder. The page requests it with `Accept: application/wasm`. */
declare module "*.wasm" {
  const name: string;
  export default name;
}
