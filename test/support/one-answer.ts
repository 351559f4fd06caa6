import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type call, hasKeys, keyHeader } from "./client.ts";
import { expectError } from "./expect-error.ts";
import { lostTransaction, spoilFirst } from "./late.ts";
import type { Refusable } from "./refusable.ts";
import { site } from "./site.ts";

export const mark = site.extensions.replayed || "x-no-mark";
export const key = (): Record<string, string> => keyHeader(randomUUID());

/** What of an answer must be the same each time, and its mark of a replay. */
export const answered = ({ status, text, headers }: Awaited<ReturnType<typeof call>>) => [
  status,
  text,
  headers.get(mark),
];

/** For each refusal, the orders of events in which its write could be recorded all the same. */
export const describeOneAnswer = (refusables: readonly Refusable[]): void => {
  describe.each(refusables)("exactly once: the refusal of $name", ({ stage, condition, group }) => {
    it("stays one when a transaction of the same request arrives late", async () => {
      const { ask, bar, free, there } = await stage();
      const before = await there();
      const late = lostTransaction();
      const headers = key();
      const asked = ask(headers);
      await late.sent;
      await bar();
      late.freed();
      const answer = await asked;
      expectError(answer, condition, group);
      await free();
      await late.lands();
      expect(await there()).toEqual(before);
      if (hasKeys)
        expect(answered(await ask(headers))).toEqual([answer.status, answer.text, "true"]);
    });

    if (!hasKeys) return;

    it("answers an earlier request of its key that is still trying, too", async () => {
      const { ask, bar, free, there } = await stage();
      const before = await there();
      const headers = key();
      let first = true;
      const tried = Promise.withResolvers<void>();
      spoilFirst(() => {
        tried.resolve();
        return first ? { kind: "conflict" } : undefined;
      });
      const earlier = ask(headers);
      await tried.promise;
      await bar();
      const later = await ask(headers);
      expectError(later, condition, group);
      await free();
      first = false;
      expect(answered(await earlier)).toEqual([later.status, later.text, "true"]);
      expect(await there()).toEqual(before);
    });

    it("answers a later request of its key, and a new key is judged anew", async () => {
      const { ask, bar, free, there } = await stage();
      const before = await there();
      await bar();
      const headers = key();
      const answer = await ask(headers);
      expectError(answer, condition, group);
      expect(answer.headers.has(mark)).toBe(false);
      await free();
      expect(answered(await ask(headers))).toEqual([answer.status, answer.text, "true"]);
      expect(await there()).toEqual(before);
      expect((await ask(key())).status).toBeLessThan(300);
    });
  });
};
