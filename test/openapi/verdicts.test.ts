import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plain } from "#lib/domain/value.ts";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { wireOf } from "#lib/http/wire.ts";
import { plainRanges } from "#lib/openapi/description.ts";
import { v1 } from "#lib/routes.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import { documentOf, fromWire, type Schema } from "./document.ts";

type Body = Readonly<Record<string, unknown>>;

describe.each([demo, odd])("the described requests of $name", (site) => {
  const { schemas } = documentOf(site).components;
  const { zongpai, boxNo, location, quantity } = site.formats;
  const [{ code: category = "" } = {}] = site.attachment.categories;
  const item = { box_no: boxNo.example, zongpai: zongpai.example, quantity: quantity.least };
  const goods = { zongpai: zongpai.example };

  const entries = (...entries: readonly object[]) => ({ ...goods, entries });
  const tooMany = [...site.attachment.categories, {}].map(() => ({ category, quantity: 1 }));
  const cases: Readonly<Record<string, readonly [RouteId, readonly Body[]]>> = {
    BoxSaveRequest: [
      "post-box",
      [
        ...[item, {}, { ...item, quantity: 0 }, { ...item, quantity: quantity.most + 1 }],
        ...[
          { ...item, quantity: "1" },
          { ...item, box_no: "?" },
          { ...item, more: true },
        ],
        ...[
          { ...item, box_no: undefined },
          { ...item, zongpai: ` ${zongpai.example}` },
        ],
      ],
    ],
    AttachmentConfigRequest: [
      "put-attachment-config",
      [
        ...[goods, entries(), entries({ category }), entries({ category, quantity: -1 })],
        ...[entries({ category, quantity: quantity.least }), { ...goods, entries: {} }],
        entries(...tooMany),
      ],
    ],
  };

  const described = (name: string) =>
    new Ajv2020({ strict: false, validateFormats: false }).compile(schemas[name] as Schema);

  test.each(Object.entries(cases))(
    "%s takes and refuses what the service takes and refuses",
    (name, [id, bodies]) => {
      const takes = described(name);
      const served = v1[id].input(site);
      const verdicts = bodies.map((body) => {
        const sent: unknown = JSON.parse(JSON.stringify(wireOf(site).encode(body)));
        return {
          sent,
          described: takes(sent),
          served: served.safeParse(fromWire(sent, site)).success,
        };
      });
      for (const { sent, described, served } of verdicts)
        expect({ sent, taken: described }).toEqual({ sent, taken: served });
      expect(new Set(verdicts.map(({ served }) => served))).toEqual(new Set([true, false]));
    },
  );

  test.each([
    ["LocationRequest", "post-trace-location", goods],
    ["AttachmentLocationRequest", "post-attachment-location", { ...goods, category }],
  ] as const)("%s takes exactly the places that the service takes", (name, id, rest) => {
    const takes = described(name);
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

test("the plain ranges of the description are the service's own rule for every character up to U+FFFF that is none half", () => {
  const described = new RegExp(plainRanges, "u");
  const others = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => character.isWellFormed() && described.test(character) !== plain.test(character),
  );
  expect(others).toEqual([]);
});
