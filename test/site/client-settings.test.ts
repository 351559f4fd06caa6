import { expect, it } from "vitest";
import { clientSettings } from "#lib/page/client-settings.ts";
import demo from "../../sites/demo.ts";
import odd from "./odd.ts";
import oddKeyless from "./odd-keyless.ts";

it("a client knows which fields a route takes, and where", () => {
  const takenBy = (site: typeof odd, route: string) => clientSettings(site).routes[route]?.takes;
  const item = { box_no: "query", zongpai: "query" };
  expect(takenBy(demo, "delete-box")).toEqual({ ...item, expected_quantity: "query" });
  expect(takenBy(odd, "delete-box")).toEqual({ box_no: "body", zongpai: "body" });
});

it("a client knows the codes before which nothing was judged", () => {
  const early = (site: typeof odd) => clientSettings(site).early;
  expect(early(demo)).toEqual([
    ...["UNSUPPORTED_MEDIA_TYPE", "BODY_TOO_LARGE", "UNKNOWN_ROUTE", "METHOD_NOT_ALLOWED"],
    ...["REQUEST_UNREADABLE", "UNAUTHENTICATED", "FORBIDDEN", "THROTTLED", "TIMEOUT", "INTERNAL"],
    ...["INVALID_BOX_NO", "INVALID_QUANTITY", "INVALID_ZONGPAI", "INVALID_FIELD", "MALFORMED_JSON"],
  ]);
  expect(early(odd)).toContain("gateway.INTERNAL");
  expect(early(odd)).not.toContain("product.INTERNAL");
});

it("a client without keys also knows the codes of what cannot be recorded yet", () => {
  const { early, key, reused } = clientSettings(oddKeyless);
  expect([key, reused]).toEqual([false, []]);
  expect(early).toContain("product.ZONGPAI_NOT_FOUND");
  expect(early).not.toContain("product.INTERNAL");
  expect(clientSettings(demo).reused).toEqual(["IDEMPOTENCY_KEY_REUSED"]);
});
