import { expect, test, vi } from "vitest";
import { showProgress } from "../../commands/cli/output.ts";

test("progress shows how far a step is, and when all steps are done", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const work = async (add: (count?: number) => void) => {
    vi.advanceTimersByTime(14_999);
    add(99);
    vi.advanceTimersByTime(1);
    add();
  };
  await showProgress("box", 400, work, 600);
  vi.useRealTimers();
  const line = `box ${"█".repeat(5)}${"░".repeat(15)} 100 of 400, 135 s left\n`;
  expect(write.mock.calls).toEqual([[line]]);
});

test("progress shows no remaining time of a step that is longer than expected", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const write = vi.spyOn(process.stderr, "write").mockReset().mockReturnValue(true);
  await showProgress("reading", 0, async (add) => {
    vi.advanceTimersByTime(15_000);
    add(1_200);
  });
  vi.useRealTimers();
  expect(write.mock.calls).toEqual([["reading 1,200\n"]]);
});
