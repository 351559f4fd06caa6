import * as z from "zod";
import { type ExtensionField, extensionFields, extensionHeaders } from "../extensions.ts";
import { askQuestion, nameOf, type OpenPoint, orFalse, textLike, withNote } from "./question.ts";

export const WireName = nameOf(
  textLike(
    /^[^\p{Cc}\p{Cs}\s]{1,64}$/u,
    'text of 1 to 64 characters without blanks, such as "box_no"',
  ),
);
export const HeaderName = textLike(
  /^[A-Za-z][A-Za-z0-9-]{0,63}$/,
  'a letter and up to 63 letters, digits or hyphens, such as "Idempotency-Key"',
);

type NamedExtension = {
  readonly section: OpenPoint["section"];
  readonly question: OpenPoint["question"];
  readonly note?: string;
};

/** The question for the name of a header or field, or `false`. */
const nameQuestion = ({ section, question, note }: NamedExtension, name: z.ZodString) => {
  const type = orFalse(name);
  return askQuestion(section, question, note ? withNote(type, note) : type, "drain", false);
};

const fieldQuestions = Object.fromEntries(
  Object.values(extensionFields).map((field) => [field.answer, nameQuestion(field, WireName)]),
) as Record<(typeof extensionFields)[ExtensionField]["answer"], ReturnType<typeof nameQuestion>>;

/** The additions of this service to the specification. */
export const ExtensionAnswers = z.strictObject({
  idempotencyKey: askQuestion(
    extensionHeaders.idempotencyKey.section,
    extensionHeaders.idempotencyKey.question,
    withNote(
      z.union(
        [
          z.literal(false),
          HeaderName,
          z.strictObject({ header: HeaderName, required: z.literal(true, "must be true") }),
        ],
        'must be false, the name of a header such as "Idempotency-Key", or { header, required: true }',
      ),
      "with `required: true`, a write without a key is refused before anything else of it is read",
    ),
    "drain",
    false,
    { header: "Idempotency-Key", required: true },
  ),
  replayed: nameQuestion(extensionHeaders.replayed, HeaderName),
  refusalValues: nameQuestion(extensionHeaders.refusalValues, HeaderName),
  ...fieldQuestions,
});
