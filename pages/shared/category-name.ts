import * as settings from "site:settings";

/** The name of a category in the site's words. */
export const categoryName = (code: string): string =>
  settings.categories.find(({ category }) => category === code)?.label ?? code;
