import { inputSentences, maxTextLength } from "#lib/fields.ts";
import { formatsBeyondRequests } from "#lib/site/pattern-rules.ts";
import type { Site } from "#lib/site/schema.ts";

/** Notes on valid answers that may be a mistake. */
function* notesOn({ accepts, errors, extensions, formats, pages }: Site): Iterable<string> {
  if (pages && !extensions.idempotencyKey)
    yield "without extensions.idempotencyKey, its pages may count a scan twice after a network failure.";
  for (const name of formatsBeyondRequests(formats))
    yield `formats.${name} accepts more than ${maxTextLength} characters. A request cannot have more, and refuses longer codes with the same sentence.`;
  const names = Object.keys(inputSentences) as (keyof typeof inputSentences)[];
  const english = names.filter((name) => accepts[name] === inputSentences[name]);
  const usualMessages = Object.values(errors).flatMap((answers) =>
    Object.values(answers).filter(({ message }) => message === undefined),
  );
  const isEnglish = pages ? pages.words[0].lang.startsWith("en") : english.length === names.length;
  const namesText = english.length > 0 ? ` (${english.join(", ")})` : "";
  if (!isEnglish && english.length + usualMessages.length > 0)
    yield `${english.length} sentences of accepts${namesText} and ${usualMessages.length} messages of errors are the English ones of the convention.`;
}

/** Prints notes on valid answers that may be a mistake. */
export const sayNotes = (site: Site): void => {
  for (const note of notesOn(site)) console.log(`Note: ${note}`);
};
