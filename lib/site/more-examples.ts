import type { Site } from "./schema.ts";

/** A format's example and more like it: counts up the last number in the example, as far as the format accepts it. */
export const moreExamples = (
  { example, pattern }: Site["formats"]["zongpai"],
  count: number,
): string[] => {
  const [, head = "", digits, tail = ""] = /^(.*?)(\d+)(\D*)$/s.exec(example) ?? [];
  if (digits === undefined) return [example];
  const exampleWith = (number: number) => head + String(number).padStart(digits.length, "0") + tail;
  const others = Array.from({ length: count - 1 }, (_, index) =>
    exampleWith(Number(digits) + index + 1),
  );
  return [example, ...others.filter((text) => pattern.test(text))];
};
