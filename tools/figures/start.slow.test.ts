// The limit holds on an idle machine only.
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { quantile } from "../../commands/cli/output.ts";
import { stagesForEach, stopStage, untilReady } from "../../test/infra/local-stage-rig.ts";
import { newFolder } from "../../test/support/folder.ts";

const stages = stagesForEach();
const start = resolve("infra/local/start.js");
const rounds = 5;

/** Median of some rounds, in milliseconds from an empty folder to a stage that answers. */
const msToReady = async (...args: string[]): Promise<number> => {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const stage = stages.run({ DATA_DIR: "" }, process.execPath, [start, ...args], newFolder());
    await untilReady(stage);
    all.push(performance.now() - began);
    await stopStage(stage);
  }
  return Math.round(quantile(all, 0.5));
};

test("a first start makes the sample of demo in less than a second", async () => {
  const [withSample, empty] = [await msToReady(), await msToReady("--empty")];
  console.log(`from an empty folder: ${withSample} ms with the sample, ${empty} ms without`);
  expect(withSample - empty).toBeLessThan(1_000);
});
