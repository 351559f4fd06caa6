import * as settings from "site:settings";

/** The client's `baseUrl`: without the site's base path and without a slash at its end. */
export const baseUrl = new URL(settings.up, location.href).href.replace(/\/$/, "");

/** The API key that the local stage writes into its pages; a deployed page has none. */
export const givenKey = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="api-key"]')?.content;
