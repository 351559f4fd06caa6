/** What the build makes of the site that has these pages (`pages/build/pages.ts`). */

/** How somebody proves who they are: what another site needs is left out. */
declare const provedBy: ReturnType<typeof import("#lib/page/settings.ts").credentialKindOf>;

/** Whether the site sends the values of a refusal: the pages of another site have no reader of them. */
declare const readsRefusalValues: boolean;

declare module "site:settings" {
  type Settings = ReturnType<typeof import("#lib/page/settings.ts").pageSettings>;
  /** `signIn` is read by what only a site with tokens has. */
  const settings: Settings & { readonly signIn: Exclude<Settings["signIn"], false> };
  export = settings;
}

type PageWords = import("#lib/page/words.ts").PageWords;
/** What the page says, in the language that the device speaks now. */
declare module "site:words/worker" {
  const words: PageWords["both"] & PageWords["worker"];
  export default words;
}
declare module "site:words/board" {
  const words: PageWords["both"] & PageWords["board"];
  export default words;
}

declare module "site:languages" {
  export type Texts = { readonly [Name in string]: string | Texts };
  /** What the site calls things. */
  type Own = Readonly<Record<string, string>>;
  type Language = {
    readonly lang: string;
    readonly name: string;
    /** Of the first nothing need be loaded. */
    readonly load?: () => Promise<{ readonly words: Texts; readonly own: Own }>;
  };
  export const words: PageWords["both"] & { readonly title: string };
  export const own: Own;
  export const languages: readonly [Language, ...Language[]];
}

/** Image Capture, which TypeScript does not have: the light of a camera. */
interface MediaTrackConstraintSet {
  torch?: boolean;
}

declare module "*.css";

/** The name of a file beside the page, which is asked for with `Accept: application/wasm`. */
declare module "*.wasm" {
  const name: string;
  export default name;
}
