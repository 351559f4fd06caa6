import * as z from "zod";
import { apartName, apartNameFault } from "./question.ts";
import type { SiteFault } from "./rule.ts";

type Branch = Readonly<Record<string, unknown>>;
const isBranch = (part: unknown): part is Branch =>
  typeof part === "object" && part !== null && !(part instanceof RegExp);

/** Whether `__proto__: {…}` in a profile replaced the prototype of an object. */
const hasOtherPrototype = (part: Branch): boolean => {
  const prototype: unknown = Object.getPrototypeOf(part);
  return isBranch(prototype) && Object.getPrototypeOf(prototype) !== null;
};

/** The faults of a profile's or a file's parts that have `__proto__` as a name. */
export function* apartNameFaults(part: unknown, path: readonly string[] = []): Iterable<SiteFault> {
  if (!isBranch(part)) return;
  const isApart =
    Object.hasOwn(part, apartName) || (!Array.isArray(part) && hasOtherPrototype(part));
  if (isApart) yield [z.core.toDotPath([...path, apartName]), apartNameFault];
  for (const [name, inner] of Object.entries(part))
    if (name !== apartName) yield* apartNameFaults(inner, [...path, name]);
}
