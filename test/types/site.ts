import { defineSite } from "#lib/site/define-site.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";

const { limits, ...withoutLimits } = demo;
const { zongpai, ...withoutZongpai } = demo.fields;
const { throttled, ...withoutThrottled } = demo.errors.gateway;

export const sites = () => [
  defineSite({
    ...{ ...withoutLimits, limits },
    fields: { ...withoutZongpai, zongpai },
    errors: { ...demo.errors, gateway: { ...withoutThrottled, throttled } },
  }),

  // @ts-expect-error a missing part
  defineSite(withoutLimits),

  // @ts-expect-error a field without a wire name
  defineSite({ ...demo, fields: withoutZongpai }),

  // @ts-expect-error a condition without an answer
  defineSite({ ...demo, errors: { ...demo.errors, gateway: withoutThrottled } }),

  // @ts-expect-error an answer that is none of those offered
  defineSite({ ...demo, box: { beyondOrdered: "perhaps", unknownBox: "accept" } }),
];

type ProductErrors = Site["errors"]["product"];

// @ts-expect-error the specification fixes this code, and a site may not even repeat it
export const fixed: ProductErrors["invalidBoxNo"] = { status: 400, code: "X", domain: "d" };

// @ts-expect-error every other condition needs a code
export const codeless: ProductErrors["boxNotFound"] = { status: 404, domain: "d" };
