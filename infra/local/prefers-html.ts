import { parseList } from "structured-headers";

/**
 * Whether an `Accept` header prefers HTML to JSON, as a browser's does. The most specific range for a type has its quality (RFC 9110, 12.5.1).
 * Media ranges are parsed as a List of tokens (RFC 9651). A header that cannot be parsed prefers nothing.
 */
export const prefersHtml = (accept: string): boolean => {
  let qualities: ReadonlyMap<string, number>;
  try {
    qualities = new Map(
      parseList(accept).map(([range, parameters]) => [
        String(range).toLowerCase(),
        Number(parameters.get("q") ?? 1),
      ]),
    );
  } catch {
    return false;
  }
  const qualityOf = (...ranges: readonly string[]) =>
    qualities.get(ranges.find((range) => qualities.has(range)) ?? "") ?? 0;
  return (
    qualityOf("text/html", "text/*", "*/*") > qualityOf("application/json", "application/*", "*/*")
  );
};
