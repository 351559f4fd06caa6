import { beforeEach, describe, expect, it } from "vitest";
import { BreakerOpen, circuitBreaker } from "#lib/erp/breaker.ts";
import { LookupFailure } from "#lib/erp/database.ts";

let time = 0;
let changes: string[] = [];
let breaker: ReturnType<typeof circuitBreaker>;
const guarded = <Result>(ask: () => Promise<Result>) => breaker.guard(ask);

const well = () => guarded(async () => "row");
const failing = (kind: LookupFailure["kind"]) =>
  guarded(async () => {
    throw new LookupFailure(kind, kind);
  }).catch((error: Error) => error);
const refused = expect.any(BreakerOpen);
const fails = async (times: number, kind: LookupFailure["kind"] = "unreachable") => {
  for (let n = 0; n < times; n += 1) await failing(kind);
};

describe("the breaker before the ERP", () => {
  beforeEach(() => {
    time = 0;
    changes = [];
    breaker = circuitBreaker((state) => changes.push(state), { now: () => time });
  });

  it("opens after five failures in a row, and then stops look-ups", async () => {
    await fails(4);
    expect(await well()).toBe("row");
    await fails(2, "late");
    await fails(2, "credentials");
    expect(changes).toEqual([]);
    await fails(1);
    expect(changes).toEqual(["open"]);
    let asked = false;
    await expect(
      guarded(async () => {
        asked = true;
      }),
    ).rejects.toEqual(refused);
    expect(asked).toBe(false);
  });

  it("says for how long, in whole seconds", async () => {
    await fails(5);
    time = 10_400;
    await expect(well()).rejects.toHaveProperty("seconds", 20);
  });

  it("does not count answers of the ERP, errors included, or look-ups not made", async () => {
    await fails(4);
    await fails(1, "refused");
    await fails(4);
    await fails(20, "busy");
    expect(changes).toEqual([]);
    await fails(1);
    expect(changes).toEqual(["open"]);
  });

  it("lets one request probe after 30 seconds, while the others are still refused", async () => {
    await fails(5);
    time = 30_000;
    const answer = Promise.withResolvers<string>();
    const probe = guarded(() => answer.promise);
    await expect(well()).rejects.toEqual(refused);
    answer.resolve("row");
    expect(await probe).toBe("row");
    expect(await well()).toBe("row");
    expect(changes).toEqual(["open", "closed"]);
  });

  it("stays open for another 30 seconds when the probe fails, and probes again", async () => {
    await fails(5);
    time = 30_000;
    expect(await failing("late")).toHaveProperty("kind", "late");
    time = 59_999;
    await expect(well()).rejects.toEqual(refused);
    time = 60_000;
    expect(await well()).toBe("row");
    expect(changes).toEqual(["open", "closed"]);
  });

  it("closes at once when the ERP turns out to be well", async () => {
    await fails(5);
    breaker.close();
    expect(await well()).toBe("row");
    await fails(4);
    expect(changes).toEqual(["open", "closed"]);
  });

  it("lets the next one probe when a probe could not ask", async () => {
    await fails(5);
    time = 30_000;
    await failing("busy");
    expect(await well()).toBe("row");
  });
});
