import type * as z from "zod";

const typeWords: Readonly<Record<string, string>> = {
  ...{ int: "a whole number", number: "a number", string: "text", boolean: "true or false" },
  ...{ array: "a list", object: "an object", record: "an object" },
};

/** The unit of a length, as in "at most 5 characters". A number has none. */
const unitWords: Readonly<Record<string, string>> = {
  string: " characters",
  array: " entries",
  set: " entries",
};

/** The library's issues that an answer of a profile can have, in this project's words; `undefined` leaves the message as it is. */
export const plainSentence = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeWords[issue.expected] ?? issue.expected}`;
    case "too_big":
      return `must ${issue.origin in unitWords ? "have" : "be"} at most ${issue.maximum}${unitWords[issue.origin] ?? ""}`;
    case "too_small":
      return `must ${issue.origin in unitWords ? "have" : "be"} ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}${unitWords[issue.origin] ?? ""}`;
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "invalid_format":
      return `must be ${issue.format === "url" ? "a web address" : "text of another form"}`;
    default:
      return undefined;
  }
};
