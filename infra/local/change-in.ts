import type { Site } from "#lib/site/schema.ts";
import { changePattern, changeTemplate, type EventPattern } from "#lib/store/changes.ts";

const partOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

const fitsPattern = (record: unknown, pattern: EventPattern): boolean =>
  Array.isArray(pattern)
    ? pattern.some(({ exists }) => exists === (record !== undefined))
    : Object.entries(pattern).every(([name, part]) => fitsPattern(partOf(record, name), part));

/** The change that the site's pipe sends for a record of the table's stream; `undefined` if its filter drops the record. */
export const changeIn = (record: unknown, site: Site): string | undefined => {
  if (!fitsPattern(record, changePattern)) return undefined;
  return changeTemplate(site).replace(/("?)<\$\.([^>]+)>\1/g, (_, quote: string, path: string) => {
    const value = path.split(".").reduce(partOf, record);
    return JSON.stringify(value ?? (quote ? "" : null));
  });
};
