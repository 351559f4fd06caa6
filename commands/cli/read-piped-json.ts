import { json } from "node:stream/consumers";
import type * as z from "zod";
import { usageError } from "#infra/usage-error.ts";

/**
 * Reads JSON from standard input.
 * @throws UsageError that names the program which prints it, if it is anything else or nobody pipes anything
 */
export const readPipedJson = async <Type>(
  shape: z.ZodType<Type>,
  printer: string,
): Promise<Type> => {
  const read = shape.safeParse(
    process.stdin.isTTY ? undefined : await json(process.stdin).catch(() => undefined),
  );
  if (!read.success) throw usageError(`Standard input is not what ${printer} prints.`);
  return read.data;
};
