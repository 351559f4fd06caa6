import { defineSite } from "#lib/site/define-site.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";

const { throttled, ...withoutThrottled } = demo.errors.gateway;

export const sites = () => [
  defineSite({
    ...demo,
    errors: { ...demo.errors, gateway: { ...withoutThrottled, throttled } },
  }),

  // @ts-expect-error a condition without an answer
  defineSite({ ...demo, errors: { ...demo.errors, gateway: withoutThrottled } }),
];

type ProductErrors = Site["errors"]["product"];

// @ts-expect-error the specification fixes this code, and a site may not even repeat it
export const fixed: ProductErrors["invalidBoxNo"] = { status: 400, code: "X", domain: "d" };

// @ts-expect-error every other condition needs a code
export const codeless: ProductErrors["boxNotFound"] = { status: 404, domain: "d" };
