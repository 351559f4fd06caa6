import { describe, expect, it } from "vitest";
import { canTakeBack } from "#scanner/client/core/state.ts";
import {
  add,
  answer,
  follower,
  give,
  leader,
  type Page,
  play,
  save,
  seen,
  send,
  start,
  verdicts,
} from "./rig.ts";

const canBeTakenBack = (page: Page, id: string) => canTakeBack(page.state, seen.queued(page, id));

describe("an entry that is given", () => {
  it("is neither sent nor listed before the storage has it", () => {
    const page = play(leader(), give(save("a")));
    expect([seen.effectTypes(page), seen.listed(page)]).toEqual([[], []]);
    expect(seen.queued(page, "a")).toMatchObject({ stage: "storing", state: "waiting" });
  });

  it("is shown as waiting, then sent, when the storage has it", () => {
    const page = play(leader(), give(save("a")), ["stored", "a", "storage"]);
    expect([seen.effectTypes(page), seen.shown(page)]).toEqual([
      ["show", "attempt"],
      [["a", "waiting"]],
    ]);
    expect(seen.queued(page, "a").made).toBe("storage");
  });

  it("keeps its place before a later scan that is stored first", () => {
    const page = play(leader(), give(save("a", "G")), ...add(save("b", "G")));
    expect([seen.attempted(page), seen.listed(page)]).toEqual([[], [["b", "waiting"]]]);
    expect(seen.attempted(play(page, ["stored", "a", "storage"]))).toEqual(["a"]);
  });

  it("is forgotten when the storage does not take it", () => {
    const page = play(leader(), give(save("a", "G")), ...add(save("b", "G")), ["missing", "a"]);
    expect([seen.effectTypes(page), seen.attempted(page)]).toEqual([["show", "attempt"], ["b"]]);
    expect(seen.ids(page)).toEqual(["b"]);
  });

  it("has a later place than all before, even if the clock goes back", () => {
    const first = play(leader(), ...add(save("a")));
    const second = play(first, { now: start - 60_000 }, ...add(save("b")));
    const third = play(second, { now: start + 60_000 }, ...add(save("c")));
    const places = ["a", "b", "c"].map((id) => seen.queued(third, id).entry.order);
    expect(places).toEqual([start, start + 1, start + 60_000]);
  });

  it("has a later place than entries of earlier sessions", () => {
    const stored = save("a", "a", { order: start + 500 });
    const page = play(follower(), ["loaded", [stored]], ...add(save("b")));
    expect(seen.queued(page, "b").entry.order).toBe(start + 501);
  });

  it("is new: never sent, and without doubt", () => {
    const { entry, tries, doubt, failures, problem } = seen.queued(
      play(leader(), give(save("a"))),
      "a",
    );
    expect([entry.sent, tries, doubt, failures, problem]).toEqual([false, 0, false, 0, undefined]);
  });
});

it.each([
  ["stored", "storage"],
  ["takingBack", true],
  ["takenBack"],
  ["missing"],
  ["understood"],
  ["sending", save("x")],
  ["answered", verdicts.done, false, 0],
  ["updated", "storage"],
] as const)("nothing happens at %s of an entry that is not known", (type, ...what) => {
  const before = play(leader(), give(save("a")));
  const page = play(before, [type, "x", ...what] as Parameters<typeof play>[1]);
  expect([page.state, seen.effectTypes(page)]).toEqual([before.state, []]);
});

describe("an entry that is being taken back", () => {
  const waiting = () => play(leader({ online: false }), ...add(save("a", "G"), save("b", "G")));

  it("is neither sent nor listed, and its goods wait", () => {
    const page = play(waiting(), ["takingBack", "a", true], { online: true }, ["due"]);
    expect([seen.attempted(page), seen.listed(page)]).toEqual([[], [["b", "waiting"]]]);
    expect(play(page, ["requested", "hello"]).effects.filter(([is]) => is === "show")).toHaveLength(
      1,
    );
  });

  it("waits as long as before when that fails", () => {
    const later = play(leader(), ...add(save("a")), send("a"), answer("a", verdicts.busy));
    expect(seen.attempted(play(later, ["due"]))).toEqual([]);
    const page = play(later, ["takingBack", "a", true], ["takingBack", "a", false]);
    expect(seen.attempted(page)).toEqual([]);
  });

  it("is shown as withdrawn, and releases its goods", () => {
    const page = play(waiting(), ["takingBack", "a", true], { online: true }, ["takenBack", "a"]);
    expect([seen.shown(page), seen.attempted(page)]).toEqual([[["a", "withdrawn"]], ["b"]]);
    expect(seen.ids(page)).toEqual(["b"]);
    expect(seen.effects(page, "show")[0]?.slice(1)).toEqual([]);
  });
});

describe("an entry can be taken back", () => {
  it("while it waits, but not while it is being sent", () => {
    const offline = play(leader({ online: false }), ...add(save("a")));
    expect(canBeTakenBack(offline, "a")).toBe(true);
    expect(canBeTakenBack(play(offline, { online: true }, ["due"]), "a")).toBe(false);
  });

  it("between two attempts by the page that sends, and by no other", () => {
    const page = play(leader(), ...add(save("a")), send("a"), answer("a", verdicts.noAnswer), {
      online: false,
    });
    expect(canBeTakenBack(page, "a")).toBe(true);
    expect(canBeTakenBack(play(page, ["locked", false]), "a")).toBe(false);
  });

  it("on a page that does not send as long as it was never sent", () => {
    expect(canBeTakenBack(play(follower(), ...add(save("a"))), "a")).toBe(true);
  });

  it("no longer when it has ended", () => {
    const page = play(leader(), ...add(save("a")), send("a"), answer("a", verdicts.refused()));
    expect(canBeTakenBack(page, "a")).toBe(false);
  });
});

describe("an entry that another page took back during its attempt", () => {
  const heard = () => {
    const sending = play(leader(), ...add(save("a", "G"), save("b", "G")), send("a"));
    const { entry } = seen.queued(sending, "a");
    return play(sending, [
      "heard",
      ["entry", { entry, state: "withdrawn", tries: 0, problem: undefined }],
    ]);
  };

  it("is shown as withdrawn, and listed no longer", () => {
    expect([seen.shown(heard()), seen.listed(heard())]).toEqual([
      [["a", "withdrawn"]],
      [["b", "waiting"]],
    ]);
  });

  it("is not shown or sent again after a lost answer", () => {
    const page = play(heard(), answer("a", verdicts.noAnswer));
    expect([seen.shown(page), seen.ids(page)]).toEqual([[], ["b"]]);
    const unsent = play(heard(), answer("a", undefined));
    expect([seen.shown(unsent), seen.ids(unsent)]).toEqual([[], ["b"]]);
  });

  it.each([
    ["recorded", verdicts.done, "done"],
    ["refused", verdicts.refused(), "refused"],
  ] as const)("still has its end reported when it was %s", (_, verdict, state) => {
    const page = play(heard(), answer("a", verdict));
    expect(seen.effects(page, "end")).toMatchObject([[{ entry: { id: "a" } }, { state }]]);
    expect(seen.attempted(play(page, ["due"]))).not.toContain("a");
  });

  it("is still there when it was refused, until that is understood", () => {
    const page = play(heard(), answer("a", verdicts.refused()));
    expect([seen.ids(page), seen.listed(page)]).toEqual([["a", "b"], [["b", "waiting"]]]);
    expect(seen.ids(play(page, ["understood", "a"]))).not.toContain("a");
  });
});
