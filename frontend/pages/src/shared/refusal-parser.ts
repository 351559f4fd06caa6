import { parseDictionary } from "structured-headers";

export { default as refusalSentences } from "site:words/refusals";

/** The values of a refusal, by their names in the service's messages. */
export type RefusalValues = Readonly<Record<string, string>>;

/** Parses the header with a refusal's values (RFC 9651); empty if the header is malformed. */
export const parseRefusalValues = (header: string): RefusalValues => {
  try {
    const members = [...parseDictionary(header)];
    return Object.fromEntries(members.map(([name, [value]]) => [name, String(value)]));
  } catch {
    return {};
  }
};
