import * as z from "zod";
import { type AnswerOrigin, originsOf } from "./convention.ts";
import type { OpenPoint } from "./question.ts";
import { Site } from "./schema.ts";

/** A question of the site schema. `path`: where a profile has its answer; `type` checks the answer. */
export type AskedPoint = OpenPoint & { readonly path: readonly string[]; readonly type: z.ZodType };

/** The questions within a question, for one of its kinds of answer. */
const furtherPointsIn = (type: z.ZodType, path: readonly string[]): AskedPoint[] => {
  if (type instanceof z.ZodUnion)
    return type.options.flatMap((option) => pointsIn(option as z.ZodType, path));
  if (type instanceof z.ZodObject)
    return Object.entries(type.shape).flatMap(([name, part]) =>
      pointsIn(part as z.ZodType, [...path, name]),
    );
  return [];
};

const pointsIn = (type: z.ZodType, path: readonly string[]): AskedPoint[] => {
  const point = type.meta() as OpenPoint | undefined;
  const further = furtherPointsIn(type, path);
  return point?.question === undefined ? further : [{ ...point, path, type }, ...further];
};

/** Every open point of the specification that a site answers, in the order of the site schema. */
export const openPoints: readonly AskedPoint[] = pointsIn(Site, []);

/** The question for the answer at this path. A part with its own question gets that one. */
export const pointAt = (path: readonly PropertyKey[]): AskedPoint | undefined =>
  openPoints.findLast((point) => point.path.every((name, depth) => path[depth] === name));

const isAnswerWithin = (path: string, above: string) => `${path}.`.startsWith(`${above}.`);

const questionPaths = openPoints.map(({ path }) => path.join("."));

/** The answers to one question, without those to further questions within it. */
export const answersTo = (
  { path }: AskedPoint,
  origins: readonly AnswerOrigin[],
): AnswerOrigin[] => {
  const asked = path.join(".");
  const furtherPaths = questionPaths.filter(
    (other) => other !== asked && isAnswerWithin(other, asked),
  );
  const isOfFurther = (answer: AnswerOrigin) =>
    furtherPaths.some((further) => isAnswerWithin(answer.path, further));
  return origins.filter((answer) => isAnswerWithin(answer.path, asked) && !isOfFurther(answer));
};

/** A convention whose name ends in "(…)" is made with values of the profile. */
const isAnsweredByHand = ({ convention }: AnswerOrigin): boolean =>
  convention?.endsWith("(…)") ?? true;

/** The questions that are answered by hand: at least one value is the profile's own. */
export const questionsAnsweredByHand = (site: Site): AskedPoint[] => {
  const origins = originsOf(site);
  return openPoints.filter((point) => answersTo(point, origins).some(isAnsweredByHand));
};
