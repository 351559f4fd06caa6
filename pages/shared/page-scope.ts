import * as settings from "site:settings";

/** The client's `baseUrl`: without the site's base path and without a slash at its end. */
export const baseUrl = new URL(settings.up, location.href).href.replace(/\/$/, "");

/** Names what the browser keeps for these pages: of another site, stage or path on this origin it is another. */
export const scopedName = (what: string): string =>
  `${what} ${settings.stage} ${new URL(".", location.href).pathname}`;
