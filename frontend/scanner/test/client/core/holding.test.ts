import { describe, expect, it } from "vitest";
import {
  add,
  answer,
  leader,
  type Page,
  pass,
  play,
  save,
  scan,
  seen,
  send,
  verdicts,
} from "./rig.ts";

const sending = (setup?: Parameters<typeof leader>[0]) =>
  play(leader(setup), ...add(save("a")), send("a"));
/** Sends the entry again, with this answer. */
const again = (page: Page, verdict: Parameters<typeof answer>[1]) =>
  play(page, pass(60_000), ["due"], send("a"), answer("a", verdict));

describe("a 401", () => {
  const people = () =>
    play(
      leader({ by: "one", concurrency: 1 }),
      ...add(save("a"), scan("b")),
      { by: "two" },
      ...add(save("c")),
    );

  it("holds everything of one person, and nothing of another", () => {
    const page = play(people(), send("a"), answer("a", verdicts.unauthenticated));
    expect([seen.listed(page), seen.attempted(page)]).toEqual([
      [
        ["a", "held"],
        ["b", "held"],
        ["c", "waiting"],
      ],
      ["c"],
    ]);
    expect(page.state.shown).toBe("running");
    expect(play(page, { by: "one" }, ["due"]).state.shown).toBe("held");
  });

  it("holds nothing when the credentials were replaced meanwhile", () => {
    const page = play(
      people(),
      send("a"),
      ["requested", "renewed"],
      answer("a", verdicts.unauthenticated),
    );
    expect([seen.attempted(page), page.state.held.size]).toEqual([["a"], 0]);
  });

  it("ends with new credentials, which all entries are shown by", () => {
    const held = play(
      people(),
      send("a"),
      answer("a", verdicts.unauthenticated),
      send("c"),
      answer("c", verdicts.done),
    );
    const page = play(held, ["heard", ["renewed"]]);
    expect([seen.shown(page), seen.attempted(page)]).toEqual([
      [
        ["a", "waiting"],
        ["b", "waiting"],
      ],
      ["a"],
    ]);
  });
});

it("a 401 to the new credentials holds everything again", () => {
  const held = play(
    sending(),
    answer("a", verdicts.unauthenticated),
    ["requested", "renewed"],
    send("a"),
  );
  expect(seen.listed(play(held, answer("a", verdicts.unauthenticated)))).toEqual([["a", "held"]]);
});

describe("a 403", () => {
  it("holds a route, and what follows on the same goods, of one person", () => {
    const page = play(
      leader({ concurrency: 1 }),
      ...add(save("a", "G"), scan("b", "G"), scan("c"), save("d")),
      send("a"),
    );
    const held = play(page, answer("a", verdicts.forbidden));
    expect(seen.listed(held).map(([, is]) => is)).toEqual(["held", "waiting", "waiting", "held"]);
    expect([seen.attempted(held), held.state.shown]).toEqual([["c"], "running"]);
    const other = play(
      held,
      { by: "two" },
      ...add(save("e")),
      send("c"),
      answer("c", verdicts.done),
    );
    expect(seen.attempted(other)).toEqual(["e"]);
  });
});

describe("an entry on which the service fails", () => {
  /** An entry that has failed so many times; with `others`, other entries are answered in between. */
  const failing = (times: number, others = false) => {
    let page = play(sending(), answer("a", verdicts.fault));
    if (others) page = play(page, ...add(save("b")), send("b"), answer("b", verdicts.done));
    for (let failed = 1; failed < times; failed += 1) page = again(page, verdicts.fault);
    return page;
  };
  const asideIn = (page: Page) => seen.queued(page, "a").entry.aside;

  it.each([
    [30, false],
    [5, true],
  ])("is set aside after %i failures, when others are answered: %s", (times, others) => {
    expect(asideIn(failing(times - 1, others))).toBeUndefined();
    const page = failing(times, others);
    expect([asideIn(page), seen.updated(page), seen.attempted(page)]).toEqual([
      "failing",
      [["a", true]],
      ["a"],
    ]);
    expect([seen.effectTypes(page).slice(-2), seen.shown(page).at(-1)]).toEqual([
      ["update", "show"],
      ["a", "aside"],
    ]);
    expect(seen.attempted(play(page, pass(60_000), ["due"]))).toEqual([]);
  });

  it("is not set aside for what others were answered before", () => {
    const first = play(
      leader(),
      ...add(save("b")),
      send("b"),
      answer("b", verdicts.done),
      ...add(save("a")),
      send("a"),
    );
    let page = play(first, answer("a", verdicts.fault));
    for (let failed = 1; failed < 29; failed += 1) page = again(page, verdicts.fault);
    expect(asideIn(page)).toBeUndefined();
  });

  it("has what builds on it set aside, too", () => {
    const page = play(failing(4, true), ...add(save("x", "a", { route: "edit-box" })));
    expect(seen.updated(again(page, verdicts.fault))).toEqual([
      ["a", true],
      ["x", true],
    ]);
  });

  it("is counted from nothing when the worker tries again", () => {
    const page = play(
      failing(5, true),
      ["requested", "retry", "a"],
      send("a"),
      answer("a", verdicts.fault),
    );
    expect([asideIn(page), seen.queued(page, "a").failures]).toEqual([undefined, 1]);
  });

  it("is not counted as failing when the service is too busy, or silent", () => {
    let page = failing(4, true);
    for (const verdict of [verdicts.busy, verdicts.tooMany, verdicts.noAnswer, verdicts.busy])
      page = again(page, verdict);
    expect(asideIn(page)).toBeUndefined();
    expect(asideIn(again(page, verdicts.fault))).toBe("failing");
  });
});
