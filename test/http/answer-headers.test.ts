import { expect, it } from "vitest";
import { answerHeadersOf } from "#lib/http/error-handlers.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";

it("pages of another origin may read the headers that the site has", () => {
  expect(answerHeadersOf(odd)["access-control-expose-headers"]).toBe(
    "Schon-Gefragt, Retry-After, Date",
  );
  expect(answerHeadersOf({ ...demo, origin: "*" })["access-control-expose-headers"]).toBe(
    "Idempotency-Replayed, Refusal-Values, Retry-After, Date",
  );
  expect(answerHeadersOf(demo)).not.toHaveProperty("access-control-expose-headers");
});
