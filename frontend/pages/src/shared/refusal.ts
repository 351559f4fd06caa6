import type { Refusal } from "#scanner/client/entry.ts";
import { wordsOfPart } from "./language.ts";
import type { RefusalValues } from "./refusal-parser.ts";

/** The service's message, and the header with its values if the answer had one. */
export type RefusalText = Pick<Refusal, "message" | "values">;

let parseValues: ((header: string) => RefusalValues) | undefined;

/** The page's own sentences for refusals, by condition. They come with the parser. */
export let refusalSentences: RefusalValues = {};

/** Milliseconds that a page waits for the parser. */
const parserWaitMs = 1_000;

/**
 * Loads the parser of the values, which is not in a page's first script. Until then, a page shows the service's message. If loading fails,
 * the next call tries again.
 */
export const loadRefusalParser = async (): Promise<void> => {
  const loaded = readsRefusalValues
    ? import("./refusal-parser.ts").then(
        (part) => {
          // A second call must not add the sentences to the page's words again.
          if (parseValues) return;
          parseValues = part.parseRefusalValues;
          refusalSentences = wordsOfPart(part.refusalSentences);
        },
        () => {},
      )
    : undefined;
  // A page must not wait for a network that does not respond.
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, parserWaitMs))]);
};

/** The condition and the values of a refusal; empty if the header or the parser is missing, or the header is malformed. */
export const refusalValuesOf = ({ values = "" }: Partial<RefusalText> = {}): RefusalValues =>
  parseValues?.(values) ?? {};
