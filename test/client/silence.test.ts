import { describe, expect, it } from "vitest";
import { refusal } from "./model-service.ts";
import { box, start } from "./rig.ts";

describe("a service that does not answer", () => {
  it("is reported, with the instant of the last answer", async () => {
    const { clock, client, states } = start({ faults: [undefined, "timeout", "timeout"] });
    await client.write("post-box", box(1));
    await clock.run(1_000);
    const heard = client.heardAt();
    expect([client.state(), heard]).toEqual(["running", clock.now() - 960]);
    await client.write("post-box", box(2));
    await clock.run(11_000);
    expect([client.state(), client.heardAt()]).toEqual(["unanswered", heard]);
    await clock.run();
    expect([client.state(), states]).toEqual(["running", ["unanswered", "running"]]);
  });

  it("for 45 s, and is back: after retry() all 12 are recorded within 2 s, with their keys", async () => {
    let silent = true;
    const { clock, service, open } = start();
    const respond = clock.world.fetch;
    const client = open({
      world: {
        ...clock.world,
        fetch: (url, init) =>
          silent
            ? new Promise((_, reject) =>
                init.signal?.addEventListener("abort", () => reject(new Error("aborted"))),
              )
            : respond(url, init),
      },
    });
    for (let goods = 0; goods < 12; goods += 1) await client.write("post-box", box(goods));
    await clock.run(45_000);
    silent = false;
    client.retry();
    await clock.run(2_000);
    expect(service.recorded).toHaveLength(12);
  });
});

describe("a read", () => {
  const asked = (patience: number, signal?: AbortSignal) => {
    const { clock, client } = start({
      faults: Array.from({ length: 90 }, () => "timeout" as const),
    });
    return { clock, found: client.ask("get-box-info", { box_no: "BX1" }, { patience, signal }) };
  };

  it("ends within the patience of who waits", async () => {
    const { clock, found } = asked(5_000);
    const start = clock.now();
    let ended = 0;
    void found.then(() => {
      ended = clock.now();
    });
    await clock.run();
    expect(await found).toMatchObject({ state: "unanswered" });
    expect(ended - start).toBeLessThanOrEqual(5_000);
  });

  it("ends when it is broken off", async () => {
    const tap = new AbortController();
    const { clock, found } = asked(60_000, tap.signal);
    await clock.run(2_000);
    tap.abort();
    await clock.run(1);
    expect(await Promise.race([found, Promise.resolve("waits")])).toMatchObject({
      state: "unanswered",
    });
  });

  it("asks nobody while the device is offline", async () => {
    const { clock, client, service } = start();
    clock.setOnline(false);
    expect(await client.ask("get-box-info", { box_no: "BX1" })).toEqual({
      state: "unanswered",
      problem: "offline",
    });
    expect(service.seen()).toBe(0);
  });
});

describe("a refusal after a lost answer", () => {
  const codes = {
    verb: refusal(409, "DUPLICATE_BOX_ITEM"),
    early: refusal(400, "MALFORMED_JSON"),
    address: refusal(404, "UNKNOWN_ROUTE"),
  };
  const unsureAfter = async (
    first: "lost" | "busy" | undefined,
    kind: keyof typeof codes,
    options = {},
    second?: "busy" | "throttled",
  ) => {
    let asked = 0;
    const { clock, client, refused } = start({
      faults: [first === "lost" ? "dropped" : first, second],
      instead: () => {
        asked += 1;
        return codes[kind].clone();
      },
      options,
    });
    await client.write("post-box", box(1));
    await clock.run();
    expect(asked).toBe(1);
    return refused[0]?.[1].unsure;
  };
  const byFields = { key: ["zongpai", "box_no"] };

  it("is sure where it is a verb's under a key: a header, or the fields that name the scan", async () => {
    expect(await unsureAfter("lost", "verb")).toBe(false);
    expect(await unsureAfter("lost", "verb", byFields)).toBe(false);
    expect(await unsureAfter("lost", "verb", { key: ["zongpai", "scanned_at"] })).toBe(true);
  });

  it("is unsure where it comes before the verbs, or without a key", async () => {
    expect(await unsureAfter("lost", "early")).toBe(true);
    expect(await unsureAfter("lost", "address")).toBe(true);
    expect(await unsureAfter("lost", "verb", { key: false })).toBe(true);
  });

  it("is sure where every attempt was answered, or what the scan itself cannot have caused", async () => {
    for (const kind of ["verb", "early", "address"] as const)
      expect(await unsureAfter("busy", kind)).toBe(false);
    for (const kind of ["early", "address"] as const)
      expect(await unsureAfter("busy", kind, { key: false })).toBe(false);
  });

  it("is unsure without a key though every attempt was answered, for a browser sends a request again by itself", async () => {
    expect(await unsureAfter(undefined, "verb", { key: false })).toBe(true);
  });

  it("stays unsure through a 429 or 503", async () => {
    for (const second of ["busy", "throttled"] as const)
      expect(await unsureAfter("lost", "verb", { key: false }, second)).toBe(true);
  });
});
