import settings from "site:settings";

/** Where the service answers, without the site's base path and without a slash at its end: the client's `baseUrl`. */
export const baseUrl = new URL(settings.up, location.href).href.replace(/\/$/, "");
