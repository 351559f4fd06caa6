import { describe, expect, it } from "vitest";
import demo from "../../sites/demo.ts";
import oddKeyless from "../site/odd-keyless.ts";
import { onDemo, planted } from "./planted.ts";
import { clientFaults, clientFaultsOnDemo } from "./planted-client.ts";
import { serviceOn } from "./service.ts";
import { simulate } from "./simulate.ts";

const all = { ...planted, ...clientFaults };
const onlyOnDemo = [...onDemo, ...clientFaultsOnDemo];

/** The most commands that may be needed to find a fault. */
const most = 40_000;

describe.each([demo, oddKeyless])("on $name it", async (site) => {
  const service = await serviceOn(site);
  const found = Object.entries(all).filter(([name]) => site === demo || !onlyOnDemo.includes(name));

  it.each(found)("finds that %s", { timeout: 1_000_000 }, async (_, sabotage) => {
    const run = { commands: most, seed: 1_000, sabotage, shrinks: false };
    const { failure, commands } = await simulate(service, run);
    expect(failure).toBeDefined();
    expect(commands).toBeLessThanOrEqual(most);
  });
});

it("makes a run that fails small, and repeats it exactly", async () => {
  const service = await serviceOn(demo);
  const sabotage = planted["a save overwrites an existing item"];
  const { failure } = await simulate(service, { commands: most, seed: 1_000, sabotage });
  expect(failure?.steps.length).toBeLessThanOrEqual(4);
  const again = await simulate(service, { commands: 1, ...failure?.repeat, sabotage });
  expect(again.failure?.found).toBe(failure?.found);
});
