import { afterEach, expect, vi } from "vitest";
import { freshErp } from "./erp.ts";
import { startOver } from "./samples.ts";
import { empty, endpoint, forbidden, noFaults } from "./worker.ts";

// Before each test file.
await empty();
freshErp();
startOver();

afterEach(() => {
  vi.useRealTimers();
  endpoint.faults = noFaults;
  const found = [...forbidden];
  forbidden.clear();
  expect(
    found,
    "sent by a function whose role does not allow it: see access in functions/<id>.ts",
  ).toEqual([]);
});
