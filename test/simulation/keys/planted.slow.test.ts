import { expect, it } from "vitest";
import demo from "../../../sites/demo.ts";
import { serviceOn } from "../service.ts";
import { plantedInKeys } from "./planted.ts";
import { hallOn, simulateKeys } from "./simulate.ts";

/** The most labels that may be needed to find a fault. */
const most = 20_000;
const service = await serviceOn(demo);

it.each(Object.entries(plantedInKeys))(
  "finds that %s",
  { timeout: 1_000_000 },
  async (name, changes) => {
    const hall = await hallOn(demo, changes, service);
    const run = { labels: most, seed: 1_000, shrinks: false };
    const { failure, labels } = await simulateKeys(hall, run);
    console.log(`${name}: after ${labels} labels, ${failure?.found.split(":")[0]}`);
    expect(failure).toBeDefined();
    expect(labels).toBeLessThanOrEqual(most);
  },
);

it("makes a run that fails small, and repeats it exactly", async () => {
  const hall = await hallOn(demo, plantedInKeys["a label goes on after a pause"], service);
  const { failure } = await simulateKeys(hall, { labels: most, seed: 1_000 });
  expect(failure?.steps.length).toBeLessThanOrEqual(4);
  const again = await simulateKeys(hall, { labels: 1, ...failure?.repeat });
  expect(again.failure?.found).toBe(failure?.found);
});
