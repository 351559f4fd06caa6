// @module-tag engine
import { it } from "vitest";
import { compareSequences } from "./memory-table.ts";

it("answers 10,000 sequences of commands as the embedded engine does", () =>
  compareSequences(10_000));
