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

  /** Twelve scans that get no answer until `speak`. */
  const unanswered = async () => {
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
    const speak = () => {
      silent = false;
    };
    return { clock, client, speak, recorded: service.recorded };
  };

  it("for 45 s has all recorded within 2 s after retry()", async () => {
    const { clock, client, speak, recorded } = await unanswered();
    await clock.run(45_000);
    speak();
    client.retry();
    await clock.run(2_000);
    expect(recorded).toHaveLength(12);
  });

  it("for an hour has all recorded a second after its return", async () => {
    const { clock, speak, recorded } = await unanswered();
    await clock.run(3_600_000);
    speak();
    for (let steps = 0; steps < 10_000 && recorded.length === 0; steps += 1) await clock.run(100);
    await clock.run(1_000);
    expect(recorded).toHaveLength(12);
  });
});

describe("a read", () => {
  const asked = (patience: number, signal?: AbortSignal) => {
    const { clock, client } = start({
      faults: Array.from({ length: 90 }, () => "timeout" as const),
    });
    return { clock, found: client.ask("get-box-info", { box_no: "BX1" }, { patience, signal }) };
  };

  it("ends within its time limit", async () => {
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

  it("ends when it is aborted", async () => {
    const tap = new AbortController();
    const { clock, found } = asked(60_000, tap.signal);
    await clock.run(2_000);
    tap.abort();
    await clock.run(1);
    expect(await Promise.race([found, Promise.resolve("waits")])).toMatchObject({
      state: "unanswered",
    });
  });

  it("leaves no timer when it is answered", async () => {
    const { clock, client } = start();
    const began = clock.now();
    const found = client.ask("get-box-info", { box_no: "BX1" }, { patience: 60_000 });
    await clock.run(1_000);
    expect(await found).not.toMatchObject({ state: "unanswered" });
    await clock.run();
    expect(clock.now() - began).toBe(1_000);
  });

  it("asks nothing while the device is offline, and leaves no timer", async () => {
    const { clock, client, service } = start();
    clock.setOnline(false);
    const began = clock.now();
    expect(await client.ask("get-box-info", { box_no: "BX1" })).toEqual({
      state: "unanswered",
      problem: "offline",
    });
    await clock.run();
    expect([service.seen(), clock.now() - began]).toEqual([0, 0]);
  });
});

describe("a refusal", () => {
  const verb = refusal(409, "DUPLICATE_BOX_ITEM");
  const early = refusal(400, "MALFORMED_JSON");
  const address = refusal(404, "UNKNOWN_ROUTE");

  it.each([
    ["of a verb after a lost answer, under a key", verb, undefined, ["dropped"], false],
    ["of a verb after a lost answer, without a key", verb, false, ["dropped"], true],
    ["before the verbs after a lost answer", early, undefined, ["dropped"], true],
    ["of an address after a lost answer", address, undefined, ["dropped"], true],
    ["of a verb after an answer", verb, undefined, ["busy"], false],
    ["before the verbs after an answer", early, undefined, ["busy"], false],
    ["of an address after an answer, without a key", address, false, ["busy"], false],
    // A browser sends a request again by itself.
    ["of a verb at once, without a key", verb, false, [], true],
    ["of a verb after a lost answer and a 503", verb, false, ["dropped", "busy"], true],
    ["of a verb after a lost answer and a 429", verb, false, ["dropped", "throttled"], true],
  ] as const)("%s may hide a recorded scan, or not", async (_, answer, key, faults, unsure) => {
    const { clock, client, refused } = start({
      faults,
      instead: () => answer.clone(),
      options: key === undefined ? {} : { key },
    });
    await client.write("post-box", box(1));
    await clock.run();
    expect(refused.map(([, refusal]) => refusal.unsure)).toEqual([unsure]);
  });
});
