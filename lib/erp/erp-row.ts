import * as z from "zod/mini";
import { toScaled } from "../domain/value.ts";

/** Removes the spaces with which a database fills CHAR columns. */
const unpadded = (text: string): string => text.replace(/ +$/, "");

/** A column that is shown as it is. */
export const Column = z.union([
  z.pipe(z.string(), z.transform(unpadded)),
  z.number(),
  z.boolean(),
  z.null(),
]);

/** A key as text; a database may hold it as a number. */
export const keyText = (value: unknown): string | undefined =>
  typeof value === "string"
    ? unpadded(value)
    : typeof value === "number"
      ? String(value)
      : undefined;

const decimalText = z.string().check(z.trim(), z.regex(/^\d+(\.\d+)?$/));

/** A quantity of the ERP: a number or decimal text. Anything else, or more decimals than the site keeps, is an error. */
export const Amount = (decimals: number) =>
  z.pipe(
    z.pipe(
      z.union([z.number(), z.pipe(decimalText, z.transform(Number))]),
      z.number().check(z.minimum(0), z.maximum(1e12)),
    ),
    z.transform((value, { issues }) => {
      const scaled = toScaled(value, decimals);
      if (scaled !== undefined) return scaled;
      const message = "more decimals than the site keeps";
      issues.push({ code: "custom", input: value, message });
      return z.NEVER;
    }),
  );
