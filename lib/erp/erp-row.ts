import * as z from "zod";
import { toScaled } from "../domain/value.ts";

/** Removes the spaces with which a database fills CHAR columns. */
export const unpadded = (text: string): string => text.replace(/ +$/, "");

/** A column that is shown as it is. */
export const Column = z.union([z.string().transform(unpadded), z.number(), z.boolean(), z.null()]);

/** A key as text; a database may hold it as a number. */
export const keyText = (value: unknown): string | undefined =>
  typeof value === "string"
    ? unpadded(value)
    : typeof value === "number"
      ? String(value)
      : undefined;

/** A quantity of the ERP: a number or decimal text. Anything else, or more decimals than the site keeps, is an error. */
export const Amount = (decimals: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d+(\.\d+)?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(0).max(1e12))
    .transform((value, context) => {
      const scaled = toScaled(value, decimals);
      if (scaled !== undefined) return scaled;
      context.issues.push({
        code: "custom",
        input: value,
        message: "more decimals than the site keeps",
      });
      return z.NEVER;
    });
