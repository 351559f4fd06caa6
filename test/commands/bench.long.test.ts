// @module-tag engine
import { expect, it } from "vitest";
import { runCommand } from "../support/command.ts";

const bench = (...args: string[]) => runCommand("bench", args);

it.each([
  [["cold", "--rounds", "1"], /post-box, no code cache .* 0\.57 /],
  [["warm", "--rounds", "1"], /post-box .* 1\.20 /],
  [["stage", "--writes", "40"], /location, after 200 .*After 200 writes/s],
  [["stage", "--scanners", "40", "--seconds", "3"], /refused for conflict .* 0 failed/],
  [["growth", "--large", "200"], /Writes that take more units if it is large: none/],
])("npm run bench -- %s measures, and says on what", async (args, figures) => {
  const { status, stdout, stderr } = await bench(...args);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toMatch(figures);
  expect(stdout).toMatch(/cores, .* Node .* load/);
});
