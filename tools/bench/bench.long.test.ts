// @module-tag engine
import { expect, it } from "vitest";
import { runProgram } from "../../test/support/command.ts";

it.each([
  [["cold", "--rounds", "1"], /post-box, alone .* \d\.\d\d /],
  [["warm", "--rounds", "1"], /post-box, alone .* \d\.\d\d /],
  [["signing"], /does not have the fault/],
  [["boxes", "--most", "10"], /10 .* 10 /],
  [["growth", "--large", "200"], /Writes that take more units if it is large: none/],
])("node tools/bench/bench.ts %s prints its figures and the machine", async (args, figures) => {
  const { status, stdout, stderr } = await runProgram("tools/bench/bench.ts", args);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toMatch(figures);
  expect(stdout).toMatch(/cores, .* Node .* load/);
});
