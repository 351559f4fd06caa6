import { identifierOf } from "#scanner/scan/element-string.ts";
import { type Rule, repeated, twice, when } from "./rule.ts";

const fields = ["boxNo", "zongpai", "location"] as const;

/** A label must have one meaning: each application identifier is known, and stands for one field. */
export const scans: Rule = ({ scan }) => {
  const sources = fields.flatMap((field) =>
    scan[field].map(({ ai }, at) => [`scan.${field}.${at}.ai`, ai] as const),
  );
  return [
    ...sources.flatMap(([path, ai]) =>
      when(identifierOf(ai) !== ai, path, `${ai} is not a GS1 application identifier`),
    ),
    ...repeated(sources, (ai) => `${ai} holds another field already`),
    ...twice("scan.symbologies", scan.symbologies),
  ];
};
