import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  noRepetitions,
  noteRepetition,
  type Repetitions,
  unjudgedCode,
} from "#scanner/client/unjudged.ts";
import { refusal } from "./model-service.ts";
import { box, settings, start } from "./rig.ts";

const minute = 60_000;
const erpFault = () => refusal(503, "ERP_UNAVAILABLE", { "retry-after": "5" });

/** A client whose box of PO1 gets these answers, while the service answers for others. */
const stuck = async (answer: () => Response | undefined = erpFault) => {
  const { clock, service, open } = start({
    instead: ({ body }) => (body.zongpai === "PO1" ? answer() : undefined),
  });
  let repetitions: Repetitions = noRepetitions;
  const shown = new Map<string, string | undefined>();
  const client = open({
    onChange: (status, outcome) => {
      const { entry } = status;
      const now = clock.world.clock();
      repetitions = noteRepetition(repetitions, settings, status, outcome, now);
      shown.set(entry.goods, unjudgedCode(repetitions, entry.id, now));
    },
  });
  await client.write("post-box", box(1));
  await clock.run(minute);
  return {
    clock,
    service,
    client,
    code: () => shown.get("PO1"),
    held: () => repetitions.codes.size,
  };
};

describe("an entry that gets the same 503 for ten minutes", () => {
  it("is shown with its code once the ERP answered for another one", async () => {
    const { clock, client, code } = await stuck();
    await clock.run(20 * minute);
    expect(code()).toBeUndefined();
    await client.write("post-box", box(2));
    await clock.run(minute);
    expect(code()).toBe("ERP_UNAVAILABLE");
    expect(client.entries()).toMatchObject([{ state: "waiting", entry: { goods: "PO1" } }]);
  });

  it("is shown from the tenth minute on", () => {
    const codes = new Map([["PO1", { code: "ERP_UNAVAILABLE", since: 0 }]]);
    const codeAt = (now: number) => unjudgedCode({ codes, lookUpAt: 1 }, "PO1", now);
    expect(codeAt(10 * minute - 1)).toBeUndefined();
    expect(codeAt(10 * minute)).toBe("ERP_UNAVAILABLE");
  });

  it("is not shown so before ten minutes", async () => {
    const { clock, client, code } = await stuck();
    await client.write("post-box", box(2));
    await clock.run(8 * minute);
    expect(code()).toBeUndefined();
    await clock.run(3 * minute);
    expect(code()).toBe("ERP_UNAVAILABLE");
  });

  it("is not shown so if the other one needs no look-up", async () => {
    const { clock, client, code } = await stuck();
    await client.write("post-trace-location", { zongpai: "PO2", location: "L1" });
    await clock.run(30 * minute);
    expect(code()).toBeUndefined();
  });

  it("is not shown so if the other one is a replay", () => {
    const replay = { state: "done", answer: {}, replayed: true } as const;
    const other = statusOf({ id: "b", route: "post-box" });
    expect(noteRepetition(noRepetitions, settings, other, replay, 1)).toEqual(noRepetitions);
  });

  it("begins again with another code", async () => {
    let code = "ERP_UNAVAILABLE";
    const page = await stuck(() => refusal(503, code));
    await page.client.write("post-box", box(2));
    await page.clock.run(8 * minute);
    code = "WRITE_CONFLICT";
    await page.clock.run(8 * minute);
    expect(page.code()).toBeUndefined();
  });

  it("keeps its code through attempts without an answer", async () => {
    let isCut = false;
    const page = await stuck(() => (isCut ? new Response("<html>", { status: 503 }) : erpFault()));
    await page.client.write("post-box", box(2));
    await page.clock.run(8 * minute);
    isCut = true;
    await page.clock.run(minute);
    isCut = false;
    await page.clock.run(3 * minute);
    expect(page.code()).toBe("ERP_UNAVAILABLE");
  });

  it("holds up only scans of its own goods", async () => {
    const { clock, client, service } = await stuck();
    await client.write("post-trace-location", { zongpai: "PO1", location: "L1" });
    for (const goods of [2, 3, 4, 5, 6]) await client.write("post-box", box(goods));
    await clock.run(30 * minute);
    expect(service.recorded.map(({ zongpai }) => zongpai)).toEqual(
      [2, 3, 4, 5, 6].map((n) => `PO${n}`),
    );
    expect(client.entries().map(({ entry }) => entry.goods)).toEqual(["PO1", "PO1"]);
  });

  it("is sent with growing pauses, and at once when the worker asks", async () => {
    const { clock, client, service } = await stuck();
    const sentWithin = async (ms: number) => {
      const before = service.seen();
      await clock.run(ms);
      return service.seen() - before;
    };
    const [first] = [service.seen()];
    await clock.run(20 * minute);
    expect(await sentWithin(minute)).toBeLessThan(first);
    client.retry();
    expect(await sentWithin(1_000)).toBe(1);
  });

  it("ends as soon as the service can judge it", async () => {
    let isStuck = true;
    const { clock, client, service, code, held } = await stuck(() =>
      isStuck ? erpFault() : undefined,
    );
    await client.write("post-box", box(2));
    await clock.run(20 * minute);
    isStuck = false;
    await clock.run(minute);
    expect([service.recorded.length, client.entries(), code(), held()]).toEqual([
      2,
      [],
      undefined,
      0,
    ]);
  });
});

/** The status of a waiting entry. */
const statusOf = (
  { id, route }: { readonly id: string; readonly route: string },
  problem?: string,
) => ({
  entry: { id, route, order: 1, goods: id, fields: {}, queuedAt: 1, sent: true },
  state: "waiting" as const,
  tries: 1,
  problem,
});

it("only an answer 503 is shown as one that cannot be judged", () => {
  const problem = fc.oneof(
    fc.constantFrom(
      "500 INTERNAL",
      "504 TIMEOUT",
      "429 THROTTLED",
      "503 ",
      "5030 X",
      "TypeError: 503 X",
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(problem), (problems) => {
      let now = 0;
      let noted = noteRepetition(
        noRepetitions,
        settings,
        statusOf({ id: "a", route: "post-box" }),
        undefined,
        now,
      );
      for (const one of problems) {
        now += 30 * minute;
        noted = noteRepetition(
          noted,
          settings,
          statusOf({ id: "a", route: "post-box" }, one),
          undefined,
          now,
        );
        const is503 = /^503 \S/.test(one);
        if (!is503) expect(unjudgedCode({ ...noted, lookUpAt: now }, "a", now)).toBeUndefined();
      }
    }),
  );
});
