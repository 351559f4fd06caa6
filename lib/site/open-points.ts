import * as z from "zod";
import type { OpenPoint } from "./ask.ts";
import { Site } from "./schema.ts";

/** One question of the form, and the path of its answer in a profile. */
export type AskedPoint = OpenPoint & { readonly path: readonly string[] };

const askedIn = (schema: z.ZodType, path: readonly string[]): AskedPoint[] => {
  const { section, question } = (schema.meta() ?? {}) as Partial<OpenPoint>;
  if (section !== undefined && question !== undefined) return [{ path, section, question }];
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, part]) => askedIn(part as z.ZodType, [...path, name]));
};

/** Every open point of the specification that a site answers, in the order of the form. */
export const openPoints: readonly AskedPoint[] = askedIn(Site, []);

/** The question for the answer at this path. */
export const pointAt = (path: readonly PropertyKey[]): AskedPoint | undefined =>
  openPoints.find((point) => point.path.every((name, at) => path[at] === name));
