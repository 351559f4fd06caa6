/** What the build makes of the site that has these pages (`pages/build/pages.ts`). */

declare module "site:settings" {
  type Settings = import("#lib/page/settings.ts").PageSettings;
  // Each by its name: a page has only those that it uses.
  export const stage: Settings["stage"];
  export const up: Settings["up"];
  export const keyed: Settings["keyed"];
  export const client: Settings["client"];
  export const scan: Settings["scan"];
  export const examples: Settings["examples"];
  export const quantity: Settings["quantity"];
  export const categories: Settings["categories"];
  export const uncapped: Settings["uncapped"];
  export const areas: Settings["areas"];
  export const roles: Settings["roles"];
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

declare module "*.svg" {
  const text: string;
  export default text;
}

/** The name of a file beside the page, which is asked for with `Accept: application/wasm`. */
declare module "*.wasm" {
  const name: string;
  export default name;
}
