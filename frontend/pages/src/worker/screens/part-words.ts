import inLanguages from "site:words/worker-parts";
import { wordsOfPart } from "../../shared/language.ts";

/** The words of the parts that load on demand. */
export const partWords = wordsOfPart(inLanguages);
