import type { Site } from "#lib/site/schema.ts";
import { changePattern, changeTemplate, type EventPattern } from "#lib/store/changes.ts";

const partOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

const fitsPattern = (record: unknown, pattern: EventPattern): boolean =>
  Array.isArray(pattern)
    ? pattern.some(({ exists }) => exists === (record !== undefined))
    : Object.entries(pattern).every(([name, part]) => fitsPattern(partOf(record, name), part));

/** What the pipe of a site sends for a record of the table's stream: nothing if its filter does not take it. */
export const changeIn = (record: unknown, site: Site): string | undefined => {
  if (!fitsPattern(record, changePattern)) return undefined;
  return changeTemplate(site).replace(/("?)<\$\.([^>]+)>\1/g, (_, quote: string, path: string) => {
    const value = path.split(".").reduce(partOf, record);
    return JSON.stringify(value ?? (quote ? "" : null));
  });
};
