import { checkDigit as checkDigitOf } from "#labels/check-digit.ts";
import type { Site } from "./schema.ts";

/** A format's example and more like it: counts up the last number in the example, as far as the format accepts it. */
export const moreExamples = (
  { example, pattern, checkDigit }: Site["formats"]["zongpai"],
  count: number,
): string[] => {
  const counted = checkDigit ? example.slice(0, -1) : example;
  const [, head = "", digits, tail = ""] = /^(.*?)(\d+)(\D*)$/s.exec(counted) ?? [];
  if (digits === undefined) return [example];
  const exampleWith = (number: bigint) => {
    const text = head + String(number).padStart(digits.length, "0") + tail;
    return checkDigit ? text + checkDigitOf(text) : text;
  };
  const others = Array.from({ length: count - 1 }, (_, index) =>
    exampleWith(BigInt(digits) + BigInt(index + 1)),
  );
  return [example, ...others.filter((text) => pattern.test(text))];
};
