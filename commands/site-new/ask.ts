import * as prompts from "@clack/prompts";
import { faultsIn, type SiteAnswers } from "./answers.ts";

/** A question with a typed answer. */
export type TextQuestion = {
  readonly message: string;
  readonly example: string;
  /** The proposed answer. Enter accepts it, a typed answer replaces it. It can be edited if the answer may be empty. */
  readonly initial?: string;
  /** Whether the answer has several lines. A second Enter ends it. */
  readonly isLong?: boolean;
  /** Whether the answer may be empty. */
  readonly isOptional?: boolean;
  /** The paths at which the site schema checks the answer. */
  readonly paths: readonly string[];
  /** Puts the typed text into the answers. @throws Error that says what is wrong with the text */
  readonly put: (text: string, answers: SiteAnswers) => SiteAnswers;
};

/** The answer to a prompt. Ctrl+C and Escape end the process before it writes anything. */
const answerOrExit = async <Value>(prompt: Promise<Value | symbol>): Promise<Value> => {
  const answer = await prompt;
  if (!prompts.isCancel(answer)) return answer as Value;
  prompts.cancel("Interrupted. Nothing was written.");
  process.exit(130);
};

/** The prompt options for a proposed answer. */
const proposalOf = ({ initial, isOptional, isLong }: TextQuestion) => {
  if (initial === undefined) return {};
  return isOptional || isLong
    ? { initialValue: initial }
    : { placeholder: initial, defaultValue: initial };
};

const faultOf = (
  text: string,
  { example, isOptional, paths, put }: TextQuestion,
  answers: SiteAnswers,
) => {
  if (text === "" && !isOptional) return `Type an answer, such as ${example}`;
  try {
    const [fault] = faultsIn(put(text, answers), paths);
    return fault?.[1];
  } catch (error) {
    return (error as Error).message;
  }
};

/** Asks until the site schema accepts the answer. */
export const askText = async (
  question: TextQuestion,
  answers: SiteAnswers,
): Promise<SiteAnswers> => {
  const { message, example, isLong, put } = question;
  const ask = isLong ? prompts.multiline : prompts.text;
  const proposal = proposalOf(question);
  const { defaultValue = "" } = proposal;
  const text = await answerOrExit<string>(
    ask({
      message: `${message}\nExample: ${example}${defaultValue && `\nEnter takes: ${defaultValue}`}`,
      ...proposal,
      validate: (input) => faultOf((input || defaultValue).trim(), question, answers),
    }),
  );
  return put(text.trim(), answers);
};

/** Asks the questions one after the other. */
export const askTexts = async (
  questions: readonly TextQuestion[],
  answers: SiteAnswers,
): Promise<SiteAnswers> => {
  let all = answers;
  for (const question of questions) all = await askText(question, all);
  return all;
};

/** A choice and its label. */
export type LabelledChoice<Value extends string> = readonly [value: Value, label: string];

/** Asks for one of several choices. The first is the proposal. */
export const askChoice = <Value extends string>(
  message: string,
  choices: readonly LabelledChoice<Value>[],
): Promise<Value> =>
  answerOrExit(
    prompts.select<string>({
      message,
      options: choices.map(([value, label]) => ({ value, label })),
    }) as Promise<Value | symbol>,
  );
