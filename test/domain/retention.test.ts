import { expect, it } from "vitest";
import { KeptRefusal, retentionAt } from "#lib/domain/operation.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "../site/demo-with.ts";

it("an operation is in the history only where the site shows one", () => {
  expect(retentionAt(0, demo)).toEqual({ inHistory: true });
  expect(retentionAt(0, demoWith({ "routes.history": false }))).toEqual({ inHistory: false });
});

it("an operation expires after the days that the site keeps it", () => {
  const site = demoWith({ "history.keepFor": 2 });
  expect(retentionAt(1_500, site)).toEqual({ inHistory: true, expiresAt: 2 + 2 * 86_400 });
});

it("a kept refusal is named by its condition, which a log shows", () => {
  const { name, message } = new KeptRefusal({ condition: "capExceeded", detail: {} }, true);
  expect([name, message]).toEqual(["capExceeded", "capExceeded"]);
});
