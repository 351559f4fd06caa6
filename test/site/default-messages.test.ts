import { expect, test } from "vitest";
import { defaultMessages } from "#lib/site/default-messages.ts";
import { demoWith } from "./changed.ts";
import odd from "./odd.ts";
import { answer } from "./refused.ts";

test("a site with a message for each condition has none of the default's", () =>
  expect(defaultMessages(odd)).toStrictEqual([]));

test("the conditions without a message of their own are named, and no others", () => {
  const { product } = odd.errors;
  const errors = {
    ...odd.errors,
    product: { ...product, boxNotFound: { ...product.boxNotFound, message: undefined } },
  };
  expect(defaultMessages({ errors })).toStrictEqual(["errors.product.boxNotFound"]);
  const some = defaultMessages(
    demoWith({ "errors.product.boxNotFound": answer(404, "NOT_FOUND", "{box_no} fehlt.") }),
  );
  expect(some).toContain("errors.product.itemNotFound");
  expect(some).not.toContain("errors.product.boxNotFound");
});
