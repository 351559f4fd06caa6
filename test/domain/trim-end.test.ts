import fc from "fast-check";
import { expect, it } from "vitest";
import { trimEndOf } from "#lib/domain/value.ts";

it("takes a character from the end of a text only", () => {
  const text = fc
    .array(fc.constantFrom("0", " ", "a", "\t", "😀"))
    .map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, fc.constantFrom("0", " "), (all, character) => {
      const trimmed = trimEndOf(all, character);
      expect(trimmed.endsWith(character)).toBe(false);
      expect(trimmed.padEnd(all.length, character)).toBe(all);
    }),
  );
});
