import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { wireValue } from "#lib/openapi/wire-schema.ts";
import type { RouteId } from "#lib/route-ids.ts";
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
  const place = { location: location.example };

  const cases: Readonly<Record<string, readonly [RouteId, readonly Body[]]>> = {
    BoxSaveRequest: [
      "post-box",
      [
        ...[item, {}, { ...item, quantity: 0 }, { ...item, quantity: quantity.most + 1 }, { ...item, quantity: "1" }],
        ...[
          { ...item, box_no: "?" },
          { ...item, box_no: undefined },
          { ...item, zongpai: ` ${zongpai.example}` },
        ],
        { ...item, more: true },
      ],
    ],
    LocationRequest: [
      "post-trace-location",
      [
        ...[{ ...goods, ...place }, { ...goods, off_shelf: true }, { ...goods, ...place, off_shelf: false }, goods],
        ...[
          { ...goods, ...place, off_shelf: true },
          { ...goods, off_shelf: false },
          { ...goods, location: "?" },
        ],
        ...[{ ...goods, location: "x".repeat(60), off_shelf: true }, { ...place }],
      ],
    ],
    AttachmentConfigRequest: [
      "put-attachment-config",
      [
        ...[
          { ...goods, entries: [] },
          { ...goods, entries: [{ category, quantity: quantity.least }] },
          { ...goods, entries: {} },
        ],
        ...[{ ...goods, entries: [{ category }] }, { ...goods, entries: [{ category, quantity: -1 }] }, goods],
        { ...goods, entries: Array.from({ length: site.attachment.categories.length + 1 }, () => ({ category, quantity: 1 })) },
      ],
    ],
  };

  test.each(Object.entries(cases))("%s takes and refuses what the service takes and refuses", (name, [id, bodies]) => {
    const described = new Ajv2020({ strict: false, validateFormats: false }).compile(schemas[name] as Schema);
    const served = v1[id].input(site);
    const verdicts = bodies.map((body) => {
      const sent: unknown = JSON.parse(JSON.stringify(wireValue(body, site)));
      return { sent, described: described(sent), served: served.safeParse(fromWire(sent, site)).success };
    });
    for (const { sent, described, served } of verdicts) expect({ sent, taken: described }).toEqual({ sent, taken: served });
    expect(new Set(verdicts.map(({ served }) => served))).toEqual(new Set([true, false]));
  });
});
