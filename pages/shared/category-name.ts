import * as settings from "site:settings";
import { called } from "./language.ts";

export const categoryName = (code: string): string =>
  called(settings.categories.find(({ category }) => category === code)?.label ?? code);
