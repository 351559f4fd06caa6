import { expect, test, vi } from "vitest";
import { progressOn } from "../../commands/cli/output.ts";

test("progress says how far a step is and, with what comes after it, when all is done", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const lines: string[] = [];
  const write = (text: string) => lines.push(text) > 0;
  const bar = progressOn({ isTTY: false, write })("box", 400, 600);
  vi.advanceTimersByTime(14_999);
  bar.add(99);
  vi.advanceTimersByTime(1);
  bar.add(1);
  vi.useRealTimers();
  expect(lines).toEqual([`box ${"█".repeat(5)}${"░".repeat(15)} 100 of 400, 135 s left\n`]);
});
