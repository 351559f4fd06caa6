const isPlainObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A copy in which each object has its origin under a symbol, because a spread copies symbols, too. */
const markOrigins = (
  part: Record<PropertyKey, unknown>,
  name: symbol,
): Record<PropertyKey, unknown> => ({
  ...Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      isPlainObject(value) ? markOrigins(value, name) : value,
    ]),
  ),
  [name]: part,
});

/** Gives usual answers a name, which `originsOf` gives for each that a profile takes, whole or by a spread. */
export const defineConvention = <Answers extends object>(name: string, answers: Answers): Answers =>
  markOrigins(answers as Record<PropertyKey, unknown>, Symbol(name)) as Answers;

/** One answer of a profile, and the name of the convention that it is taken from, if any. */
export type AnswerOrigin = {
  readonly path: string;
  readonly answer: unknown;
  readonly convention: string | undefined;
};

const originOf = (part: Record<PropertyKey, unknown>, key: string): string | undefined =>
  Object.getOwnPropertySymbols(part).findLast((name) => {
    const taken = part[name] as Record<string, unknown>;
    return key in taken && Object.is(taken[key], part[key]);
  })?.description;

/** Every single answer of a profile, in its order. One that overrides a convention is the profile's own. */
export const originsOf = (part: object, above = ""): AnswerOrigin[] =>
  Object.entries(part).flatMap(([key, answer]) => {
    const path = above + key;
    if (isPlainObject(answer)) return originsOf(answer, `${path}.`);
    return [{ path, answer, convention: originOf(part as Record<PropertyKey, unknown>, key) }];
  });
