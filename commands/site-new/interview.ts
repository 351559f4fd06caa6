import * as prompts from "@clack/prompts";
import { faultsIn, type SiteAnswers } from "./answers.ts";
import type { Draft, Given } from "./draft.ts";

/** The answers so far, and the texts from which they were made. */
export type State = { readonly answers: SiteAnswers; readonly given: Given };

export type Choices = readonly (readonly [value: string, label: string])[];

/** A question, which is asked once, unless the person goes back. It has either choices or an example. */
export type Question = {
  readonly id: string;
  readonly message: string | ((state: State) => string);
  /** The first is the proposal. */
  readonly choices?: (state: State) => Choices;
  readonly example?: string;
  /** The proposed answer. Enter accepts it, a typed answer replaces it. */
  readonly proposal?: (state: State) => string | undefined;
  /** Whether the answer has several lines. A second Enter ends it. */
  readonly isLong?: true;
  /** Whether the answer may be empty. */
  readonly isOptional?: true;
  readonly isAsked?: (state: State) => boolean;
  /** The paths at which the site schema checks the answer. */
  readonly paths?: readonly string[];
  /** Puts the text into the answers. @throws Error that says what is wrong with the text */
  readonly put?: (text: string, state: State) => SiteAnswers;
};

/** The choice, and the typed answer, that lead to the question before. */
export const goBack = ["<", "Go back to the question before"] as const;

/** Ctrl+C and Escape end the process. */
const answerOrExit = async (prompt: Promise<unknown>, draft: Draft): Promise<string> => {
  const answer = await prompt;
  if (!prompts.isCancel(answer)) return String(answer ?? "").trim();
  const count = Object.keys(draft.given()).length;
  const kept =
    count > 0
      ? ` Your ${count} answers are kept in ${draft.file}: the same command offers to go on.`
      : "";
  prompts.cancel(`Interrupted. No profile was written.${kept}`);
  process.exit(130);
};

const stateAfter = (question: Question, text: string, { answers, given }: State): State => {
  const next = { ...given, [question.id]: text };
  return { answers: question.put?.(text, { answers, given: next }) ?? answers, given: next };
};

const faultOf = (text: string, question: Question, state: State): string | undefined => {
  if (text === "" && !question.isOptional) return `Type an answer, such as ${question.example}`;
  try {
    const { answers } = stateAfter(question, text, state);
    return faultsIn(answers, question.paths ?? []).map(([, fault]) => fault)[0];
  } catch (error) {
    return (error as Error).message;
  }
};

const askText = (question: Question, state: State, title: string, earlier?: string) => {
  const { example, isLong, isOptional } = question;
  const proposal = earlier ?? question.proposal?.(state);
  const isEdited = isOptional || isLong;
  const defaultValue = isEdited ? "" : (proposal ?? "");
  const enterTakes = defaultValue && `\nEnter takes: ${defaultValue}`;
  return (isLong ? prompts.multiline : prompts.text)({
    message: `${title}\nExample: ${example}${enterTakes}`,
    ...(proposal === undefined
      ? {}
      : isEdited
        ? { initialValue: proposal }
        : { placeholder: proposal, defaultValue }),
    validate: (input) => {
      const text = (input || defaultValue).trim();
      return text === goBack[0] ? undefined : faultOf(text, question, state);
    },
  });
};

/** Asks for one of several choices. The first is the proposal, unless there is an initial one. */
export const askChoice = (
  message: string,
  choices: Choices,
  draft: Draft,
  initialValue?: string,
): Promise<string> => {
  const options = choices.map(([value, label]) => ({ value, label }));
  return answerOrExit(prompts.select<string>({ message, options, initialValue }), draft);
};

/** Asks for a password without echo; empty if the person leaves it out. It is not kept. */
export const askPassword = (message: string, draft: Draft): Promise<string> =>
  answerOrExit(prompts.password({ message }), draft);

/** The state after all answers of the draft, and the first question without one. */
const replay = (questions: readonly Question[], start: SiteAnswers, given: Given) => {
  let state: State = { answers: start, given: {} };
  for (const question of questions) {
    if (question.isAsked && !question.isAsked(state)) continue;
    const text = given[question.id];
    const isChoice = question.choices?.(state).some(([value]) => value === text) ?? true;
    if (text === undefined || !isChoice) return { state, open: question };
    state = stateAfter(question, text, state);
  }
  return { state, open: undefined };
};

/** Asks the questions in order, and keeps each answer in the draft, until all are answered. */
export const interview = async (
  questions: readonly Question[],
  start: SiteAnswers,
  draft: Draft,
): Promise<State> => {
  for (;;) {
    const { state, open } = replay(questions, start, draft.given());
    if (!open) return state;
    const { id, message, choices } = open;
    const count = Object.keys(state.given).length;
    const title = `${count + 1}. ${typeof message === "string" ? message : message(state)}`;
    const offered = choices && [...choices(state), ...(count > 0 ? [goBack] : [])];
    const text = offered
      ? await askChoice(title, offered, draft, draft.earlier(id))
      : await answerOrExit(askText(open, state, title, draft.earlier(id)), draft);
    if (text !== goBack[0]) draft.keep(id, text);
    else if (count > 0) draft.reopen();
  }
};
