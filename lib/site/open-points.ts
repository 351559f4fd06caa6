import * as z from "zod";
import type { OpenPoint } from "./ask.ts";
import { Site } from "./schema.ts";

/** A question of the form; `path` is that of its answer in a profile, `type` checks it. */
export type AskedPoint = OpenPoint & { readonly path: readonly string[]; readonly type: z.ZodType };

/** A question may have further ones within it, for one of its kinds of answer. */
const askedIn = (type: z.ZodType, path: readonly string[]): AskedPoint[] => {
  const asked = type.meta() as OpenPoint | undefined;
  const within =
    type instanceof z.ZodUnion
      ? type.options.flatMap((option) => askedIn(option as z.ZodType, path))
      : type instanceof z.ZodObject
        ? Object.entries(type.shape).flatMap(([name, part]) =>
            askedIn(part as z.ZodType, [...path, name]),
          )
        : [];
  return asked?.question === undefined ? within : [{ ...asked, path, type }, ...within];
};

/** Several kinds of an answer may have the same question within them, each with shapes of its own: it is one question. */
const joined = (points: readonly AskedPoint[]): AskedPoint[] =>
  [...Map.groupBy(points, ({ path }) => path.join(".")).values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? [];
    const examples = [first, ...others].flatMap((point) => point.examples);
    const shapes = [first, ...others].flatMap(({ type }) =>
      type instanceof z.ZodUnion ? (type.options as z.ZodType[]) : [type],
    );
    return [{ ...first, examples, type: z.union(shapes) }];
  });

/** Every open point of the specification that a site answers, in the order of the form. */
export const openPoints: readonly AskedPoint[] = joined(askedIn(Site, []));

/** The question for the answer at this path; that of its part, if it has one of its own. */
export const pointAt = (path: readonly PropertyKey[]): AskedPoint | undefined =>
  openPoints.findLast((point) => point.path.every((name, at) => path[at] === name));
