import * as settings from "site:settings";

/** The client's `baseUrl`: without the site's base path and without a slash at its end. */
export const baseUrl = new URL(settings.up, location.href).href.replace(/\/$/, "");

/** A storage name that no other site, stage or path on this origin uses. */
export const scopedName = (name: string): string =>
  `${name} ${settings.stage} ${new URL(".", location.href).pathname}`;
