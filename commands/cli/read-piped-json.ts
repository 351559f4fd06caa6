import { json } from "node:stream/consumers";
import type * as z from "zod";
import { usageError } from "#infra/usage-error.ts";

/**
 * Reads JSON from standard input.
 * @throws UsageError that names the program to pipe from, if there is no pipe or the input does not match
 */
export const readPipedJson = async <Type>(
  shape: z.ZodType<Type>,
  printer: string,
): Promise<Type> => {
  const isPiped = !process.stdin.isTTY;
  const input = isPiped ? await json(process.stdin).catch(() => undefined) : undefined;
  const parsed = shape.safeParse(input);
  if (!parsed.success) throw usageError(`Standard input is not what ${printer} prints.`);
  return parsed.data;
};
