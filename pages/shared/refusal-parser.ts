import { parseDictionary } from "structured-headers";

/** By their names in the service's messages. */
export type RefusalValues = Readonly<Record<string, string>>;

/** Reads the header with the values of a refusal (RFC 9651); no values if it is malformed. */
export const parseRefusalValues = (header: string): RefusalValues => {
  try {
    const members = [...parseDictionary(header)];
    return Object.fromEntries(members.map(([name, [value]]) => [name, String(value)]));
  } catch {
    return {};
  }
};
