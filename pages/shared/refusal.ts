import { parseDictionary } from "structured-headers";
import type { Refusal } from "#scanner/client/entry.ts";

/** The service's sentence, and the text of the header with the values in it, where there is one. */
export type RefusalText = Pick<Refusal, "message" | "values">;

/** By their names in the service's messages. */
export type RefusalValues = Readonly<Record<string, string>>;

const parseValues = (text: string): RefusalValues => {
  try {
    const members = [...parseDictionary(text)];
    return Object.fromEntries(members.map(([name, [value]]) => [name, String(value)]));
  } catch {
    return {};
  }
};

/** The condition and the values of a refusal; none without the header, or if it cannot be read. */
export const refusalValuesOf = ({ values = "" }: Partial<RefusalText> = {}): RefusalValues =>
  readsRefusalValues ? parseValues(values) : {};
