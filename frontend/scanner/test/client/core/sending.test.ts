import { describe, expect, it } from "vitest";
import {
  add,
  answer,
  follower,
  give,
  hear,
  leader,
  type Page,
  pass,
  play,
  save,
  seen,
  send,
  start,
  verdicts,
} from "./rig.ts";

describe("of what waits", () => {
  it("goods are sent for side by side, as many as allowed", () => {
    const page = play(leader({ concurrency: 2 }), ...add(save("a"), save("b"), save("c")));
    expect(seen.attempted(page)).toEqual(["a", "b"]);
    expect(seen.attempted(play(page, send("a"), answer("a", verdicts.done)))).toEqual(["c"]);
  });

  it("entries of one goods are sent one after the other, in their order", () => {
    const page = play(leader(), ...add(save("a", "G"), save("b", "G"), save("c", "G")));
    expect(seen.attempted(page)).toEqual(["a"]);
    const next = play(
      page,
      send("a"),
      answer("a", verdicts.done),
      send("b"),
      answer("b", verdicts.done),
    );
    expect(seen.attempted(next)).toEqual(["b", "c"]);
  });

  it("an entry that waits for its time holds only its own goods", () => {
    const page = play(leader(), ...add(save("a", "G")), send("a"), answer("a", verdicts.busy));
    expect(seen.attempted(play(page, ...add(save("b", "G"), save("c"))))).toEqual(["c"]);
  });

  it("entries are sent in the order of the scans, not of their arrival", () => {
    const page = play(
      follower(),
      ["locked", true],
      [
        "loaded",
        [
          save("b", "G", { order: start + 1 }),
          save("a", "G"),
          save("c", "H", { order: start - 1 }),
        ],
        [],
      ],
    );
    expect(seen.attempted(page)).toEqual(["c", "a"]);
    expect(seen.listed(page).map(([id]) => id)).toEqual(["c", "a", "b"]);
  });

  it("entries that are set aside are not sent, and hold nothing up", () => {
    const page = play(leader(), hear(save("a", "G", { aside: "failing" }), "aside"));
    expect(seen.attempted(play(page, ...add(save("b", "G"))))).toEqual(["b"]);
  });

  it("nothing is sent while the device is offline, and all when it wakes", () => {
    const page = play(leader({ online: false }), ...add(save("a")), { online: true });
    expect([seen.attempted(page), seen.sleep(page)]).toEqual([[], undefined]);
    expect(seen.attempted(play(page, ["requested", "wake"]))).toEqual(["a"]);
  });

  it("nothing is begun twice", () => {
    const page = play(leader(), ...add(save("a")), ["due"], ["due"]);
    expect(seen.attempted(page)).toEqual(["a"]);
  });
});

describe("an attempt", () => {
  it("is of the entry marked as sent, which counts only when written", () => {
    const page = play(leader(), ...add(save("a")));
    const [marked] = seen.attempts(page);
    expect([marked?.sent, seen.queued(page, "a").entry.sent, seen.queued(page, "a").tries]).toEqual(
      [true, false, 0],
    );
    const sent = play(page, send("a"));
    expect([seen.listed(sent), seen.effectTypes(sent)]).toEqual([[["a", "sent"]], ["show"]]);
    expect(seen.queued(sent, "a")).toMatchObject({ entry: marked, tries: 1, doubt: false });
  });

  it("is given the entry as it was, to see whether it changes", () => {
    const page = play(
      leader(),
      ...add(save("a")),
      send("a"),
      answer("a", verdicts.noAnswer),
      pass(500),
      ["due"],
    );
    const again = seen.effects(page, "attempt").at(-1);
    expect(again?.[1]).toBe(again?.[0].entry);
  });

  it("leaves the entry out when another page took it back", () => {
    const page = play(leader(), ...add(save("a", "G"), save("b", "G")), ["missing", "a"]);
    expect([seen.attempted(page).at(-1), seen.effectTypes(page).at(-1)]).toEqual(["b", "attempt"]);
  });
});

describe("the page sleeps", () => {
  const waiting = (verdict = verdicts.busy) =>
    play(leader(), ...add(save("a"), save("b")), send("a"), answer("a", verdict, { random: 0 }));

  it.each([
    ["b", 5_000, 2_000],
    ["a", 2_000, 5_000],
  ])("until the first waiting entry is due, which is %s", (first, ofA, ofB) => {
    const other = answer("b", { ...verdicts.busy, wait: ofB }, { random: 0 });
    const page = play(waiting({ ...verdicts.busy, wait: ofA }), send("b"), other);
    expect(seen.sleep(page)).toBe(2_000);
    expect(seen.attempted(play(page, pass(1_999), ["due"]))).toEqual([]);
    expect(seen.attempted(play(page, pass(2_000), ["due"]))).toEqual([first]);
  });

  it("for at most thirty seconds", () => {
    expect(seen.sleep(waiting({ ...verdicts.busy, wait: 600_000 }))).toBe(30_000);
  });

  it("without a limit where nothing waits for its time", () => {
    expect(seen.sleep(play(leader(), ...add(save("a"))))).toBeUndefined();
  });

  it("until all may be sent again after a 429", () => {
    const page = waiting(verdicts.tooMany);
    expect(seen.attempted(play(page, ...add(save("c")), pass(4_999), ["due"]))).toEqual([]);
    expect(seen.attempted(play(page, ...add(save("c")), pass(5_000), ["due"]))).toEqual(["a", "c"]);
  });
});

describe("as long as the service does not answer", () => {
  const silent = () =>
    play(
      leader(),
      ...add(save("a"), save("b"), save("c")),
      send("a"),
      answer("a", verdicts.noAnswer),
    );

  it("one at a time is sent", () => {
    const page = play(
      silent(),
      send("b"),
      answer("b", verdicts.noAnswer),
      send("c"),
      answer("c", verdicts.noAnswer),
    );
    expect(seen.attempted(play(page, pass(500), ["due"]))).toEqual(["a"]);
  });

  it("nothing is sent while another attempt is under way", () => {
    expect(seen.attempted(play(silent(), pass(60_000), ["due"]))).toEqual([]);
  });

  it("the others wait until it does, then all are sent at once", () => {
    const page = play(
      silent(),
      send("b"),
      answer("b", verdicts.noAnswer),
      send("c"),
      answer("c", verdicts.done),
    );
    expect(seen.attempted(page)).toEqual(["a", "b"]);
  });
});

describe("a request of the worker or the device", () => {
  const waiting = (page: Page) =>
    play(page, ...add(save("a"), save("b")), send("a"), answer("a", verdicts.tooMany));

  it("wakes all waiting entries, and breaks no attempt off", () => {
    const page = play(waiting(leader()), ["requested", "wake"]);
    expect(seen.effectTypes(page)).toEqual(["attempt"]);
  });

  it("to retry also breaks off open attempts, where a key allows it", () => {
    const page = play(waiting(leader()), ["requested", "retry"]);
    expect([seen.effectTypes(page), seen.effects(page, "abort")]).toEqual([
      ["abort", "attempt"],
      [["b"]],
    ]);
    const keyless = play(waiting(leader({ options: { key: false } })), ["requested", "retry"]);
    expect(seen.effectTypes(keyless)).toEqual(["attempt"]);
  });

  it("to retry an entry sends it though it was set aside", () => {
    const aside = play(leader(), hear(save("a", "a", { aside: "follows" }), "aside"));
    const page = play(aside, ["requested", "retry", "a"]);
    expect([seen.updated(page), seen.attempted(page)]).toEqual([[["a", true]], ["a"]]);
    expect(seen.queued(page, "a").entry.aside).toBeUndefined();
    expect(seen.effectTypes(page)).toEqual(["update", "show", "attempt"]);
  });

  it("to retry an unknown entry concerns the others", () => {
    expect(seen.effectTypes(play(leader(), ["requested", "retry", "x"]))).toEqual([]);
  });

  it("with new credentials lists and sends what was held", () => {
    const held = play(leader(), ...add(save("a")), answer("a", verdicts.forbidden));
    const page = play(held, ["requested", "renewed"]);
    expect([seen.listed(held), seen.listed(page), seen.attempted(page)]).toEqual([
      [["a", "held"]],
      [["a", "waiting"]],
      ["a"],
    ]);
    expect(page.state).toMatchObject({ renewals: 1, held: new Set() });
  });
});

it("an entry that the storage is taking waits, though its goods are free", () => {
  expect(seen.attempted(play(leader(), give(save("a")), ["due"]))).toEqual([]);
});
