import { expect, it } from "vitest";
import type { Entry } from "#scanner/client/entry.ts";
import {
  add,
  answer,
  follower,
  type Page,
  pass,
  play,
  save,
  scan,
  seen,
  send,
  start,
  verdicts,
} from "./rig.ts";

type Step = Parameters<typeof play>[1];

/** Stored scans that count how often their order is read, as a sort does. */
const countedScans = (count: number) => {
  let reads = 0;
  const stored = Array.from({ length: count }, (_, at): Entry => {
    const entry = at % 2 ? save(`w${at}`) : scan(`w${at}`);
    const order = start - count + at;
    return Object.defineProperty({ ...entry }, "order", {
      enumerable: true,
      get: () => {
        reads += 1;
        return order;
      },
    });
  });
  return { stored, reads: () => reads };
};

/** A page with so many waiting scans, and the work of the steps: entries that are copied, and reads of their order. */
const workOf = (count: number, steps: (page: Page) => readonly Step[]) => {
  const { stored, reads } = countedScans(count);
  const opened = play(follower(), ["loaded", stored], ["locked", true], ["loaded", stored, []]);
  // The first answers date all scans once.
  let page = play(opened, send("w0"), ["timeLearnt", true], answer("w0", verdicts.done), pass(1));
  const readsBefore = reads();
  let copies = 0;
  for (const step of steps(page)) {
    const before = new Set(page.state.entries);
    page = play(page, step);
    copies += page.state.entries.filter((queued) => !before.has(queued)).length;
  }
  return { page, work: copies + reads() - readsBefore };
};

const drained = (count: number) => Array.from({ length: count }, (_, at) => `w${at + 1}`);

it.each<[string, (page: Page) => readonly Step[]]>([
  ["taking a scan", () => add(scan("new"), save("other", "w7"))],
  [
    "sending and recording scans",
    () =>
      drained(20).flatMap((id) => [
        send(id),
        ["timeLearnt", true] as const,
        answer(id, verdicts.done),
        pass(1),
      ]),
  ],
  [
    "a refusal, and a lost answer",
    () => [
      send("w1"),
      answer("w1", verdicts.refused()),
      ["understood", "w1"],
      send("w2"),
      answer("w2", verdicts.busy),
      pass(60_000),
      ["due"],
    ],
  ],
])("%s costs the same with 100 and with 3,000 waiting", (_, steps) => {
  const [few, many] = [workOf(100, steps), workOf(3_000, steps)];
  expect(few.work).toBeGreaterThan(0);
  expect(many.work).toBe(few.work);
});

it("3,000 waiting scans are sent in their order", () => {
  const { page } = workOf(3_000, () =>
    drained(50).flatMap((id) => [send(id), answer(id, verdicts.done)]),
  );
  const begun = seen.attempts(page, true).map(({ id }) => id);
  expect(begun.slice(0, 50)).toEqual(["w0", ...drained(49)]);
  expect(page.state.entries).toHaveLength(3_000 - 51);
});
