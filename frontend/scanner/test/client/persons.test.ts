import { describe, expect, it } from "vitest";
import { box, outcomeOf, start } from "./rig.ts";

/** A queue for two persons, and the key of each request. */
const shared = (keys: Record<string, string | undefined>) => {
  const { clock, states, open } = start();
  const sent: string[] = [];
  const who = { now: "mara" };
  const { fetch } = clock.world;
  const world: typeof clock.world = {
    ...clock.world,
    fetch: async (url, init) => {
      const key = new Headers(init.headers).get("x-api-key") ?? "";
      sent.push(`${key} ${new Headers(init.headers).get("idempotency-key") ? "writes" : "asks"}`);
      if (key.startsWith("old"))
        return Response.json(
          { error_code: "UNAUTHENTICATED", message: "No.", domain: "" },
          { status: 401 },
        );
      return fetch(url, init);
    },
  };
  const client = open({
    world,
    by: () => who.now,
    headers: (by = "") => (keys[by] === undefined ? undefined : { "x-api-key": keys[by] }),
  });
  return { states, clock, client, who, sent, keys };
};

describe("a scanner that several persons use", () => {
  it("sends an entry with the key of the person who scanned it", async () => {
    const { clock, client, who, sent } = shared({ mara: "m", jonas: "j" });
    const written = client.write("post-box", box(1));
    who.now = "jonas";
    const own = client.write("post-box", box(2));
    await clock.run();
    await Promise.all([outcomeOf(await written), outcomeOf(await own)]);
    expect(sent).toEqual(["m writes", "j writes"]);
  });

  it.each([
    ["has no credentials", undefined, 0],
    ["has a key that is not known any more", "old", 1],
  ])(
    "sends other persons' scans while one %s, and the rest after sign-in",
    async (_, key, asked) => {
      const { clock, client, who, sent, keys, states } = shared({ mara: key, jonas: "j" });
      await client.write("post-box", box(1));
      await clock.run(1_000);
      expect(client.state()).toBe("held");
      who.now = "jonas";
      const own = await client.write("post-box", box(2));
      await client.write("post-box", box(1, 1, 2));
      await clock.run(1_000);
      await outcomeOf(own);
      expect(client.state()).toBe("running");
      // Of the same goods the later scan waits for the earlier one.
      expect(client.entries().map(({ state, entry }) => [entry.by, state])).toEqual([
        ["mara", "held"],
        ["jonas", "waiting"],
      ]);
      expect(sent.filter((one) => !one.startsWith("j"))).toHaveLength(asked);
      expect(states).not.toContain("unanswered");
      keys.mara = "m";
      client.renewed();
      await clock.run();
      expect(client.entries()).toEqual([]);
      expect(sent.slice(-2)).toEqual(["m writes", "j writes"]);
    },
  );

  it("sends a scan once, although asking for the person renews the credentials", async () => {
    const { clock, open, service } = start({ options: { key: false } });
    let isSignedIn = false;
    let isRenewed = false;
    const by = () => {
      if (isSignedIn && !isRenewed) {
        isRenewed = true;
        client.renewed();
      }
      return "mara";
    };
    const client = open({ by, headers: () => (isSignedIn ? {} : undefined) });
    await client.write("post-box", box(1));
    await clock.run(1_000);
    isSignedIn = true;
    client.retry();
    await clock.run();
    expect([service.recorded.length, client.entries()]).toEqual([1, []]);
  });

  it.each([
    ["never come", () => new Promise<never>(() => {})],
    ["cannot be read", () => Promise.reject(new Error("no keystore"))],
  ])("repeats a request whose credentials %s", async (_, missing) => {
    const { clock, open, service } = start();
    const attempts = [missing];
    const client = open({ headers: () => attempts.shift()?.() ?? {} });
    await client.write("post-box", box(1));
    await clock.run();
    expect(service.recorded).toHaveLength(1);
  });
});
