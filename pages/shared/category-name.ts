import * as settings from "site:settings";

export const categoryName = (code: string): string =>
  settings.categories.find(({ category }) => category === code)?.label ?? code;
