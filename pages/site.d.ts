/** What the build makes of the site that has these pages (`infra/bundle/pages.ts`). */

declare module "site:settings" {
  const settings: import("#lib/page/settings.ts").PageSettings;
  export default settings;
}

declare module "site:words/worker" {
  const words: import("#lib/page/words.ts").PageWords["worker"];
  export default words;
}

declare module "site:words/board" {
  const words: import("#lib/page/words.ts").PageWords["board"];
  export default words;
}

declare module "*.css";

/** A picture as text. */
declare module "*.svg" {
  const text: string;
  export default text;
}

/** The name of a file beside the page, which is asked for with `Accept: application/wasm`. */
declare module "*.wasm" {
  const name: string;
  export default name;
}
