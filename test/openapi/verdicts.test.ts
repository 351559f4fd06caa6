import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainTextPattern } from "#lib/domain/value.ts";
import { wireOf } from "#lib/http/wire.ts";
import { plainRanges } from "#lib/openapi/description.ts";
import { v1 } from "#lib/routes.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import { documentOf, fromWire, type Schema } from "./document.ts";

describe.each([demo, odd])("the described requests of $name", (site) => {
  const { schemas } = documentOf(site).components;
  const { zongpai, location } = site.formats;
  const [{ code: category = "" } = {}] = site.attachment.categories;
  const goods = { zongpai: zongpai.example };

  test.each([
    ["LocationRequest", "post-trace-location", goods],
    ["AttachmentLocationRequest", "post-attachment-location", { ...goods, category }],
  ] as const)("%s takes exactly the places that the service takes", (name, id, rest) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const takes = ajv.compile(schemas[name] as Schema);
    const served = v1[id].input(site);
    // Beyond U+FFFF the service counts a character twice, and JSON Schema once.
    const any = fc
      .string({ unit: "grapheme", maxLength: 120 })
      .filter((text) => !/[\p{Cf}\p{Cs}\u{10000}-\u{10ffff}]/u.test(text));
    const texts = fc.oneof(
      fc.stringMatching(location.pattern),
      fc.constantFrom(location.example, "?", "", "\u0007", "\u200b"),
      any,
    );
    const absent = fc.constant(undefined);
    const bodies = fc.record({
      location: fc.oneof(absent, texts, fc.constantFrom(null, 1)),
      off_shelf: fc.oneof(absent, fc.constantFrom(true, false, true, false, null, "true")),
    });
    const seen = new Set<boolean>();
    const judged = (place: object) => {
      const sent: unknown = JSON.parse(JSON.stringify(wireOf(site).encode({ ...rest, ...place })));
      const taken = served.safeParse(fromWire(sent, site)).success;
      expect({ sent, taken: takes(sent) }).toEqual({ sent, taken });
      seen.add(taken);
    };
    fc.assert(fc.property(bodies, judged), { numRuns: 1_000 });
    expect(seen.size).toBe(2);
  });
});

test("the description's plain ranges equal the service's rule for every whole character", () => {
  const described = new RegExp(plainRanges, "u");
  const others = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter(
    (character) =>
      character.isWellFormed() && described.test(character) !== plainTextPattern.test(character),
  );
  expect(others).toEqual([]);
});
