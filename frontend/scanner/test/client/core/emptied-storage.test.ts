import { describe, expect, it } from "vitest";
import {
  add,
  answer,
  correction,
  follower,
  hear,
  leader,
  play,
  save,
  seen,
  send,
  verdicts,
} from "./rig.ts";

describe("a storage that was emptied", () => {
  const waiting = () =>
    play(leader({ online: false }), ...add(save("a"), save("b")), ["takingBack", "b", true], {
      made: "another",
    });

  it("is reported, and refilled with all entries not being taken back", () => {
    const page = play(waiting(), ["emptied"]);
    expect([seen.effectTypes(page), seen.updated(page)]).toEqual([
      ["call", "update"],
      [["a", false]],
    ]);
  });

  it("is not refilled with an entry that another page took back", () => {
    const sending = play(leader(), ...add(save("a")), send("a"));
    const page = play(sending, hear(seen.queued(sending, "a").entry, "withdrawn"));
    expect(seen.updated(play(page, { made: "another" }, ["emptied"]))).toEqual([]);
  });

  it("loses an entry again that another page took back before", () => {
    const restored = play(waiting(), ["emptied"], ["updated", "a", "another"]);
    const page = play(restored, hear(seen.queued(restored, "a").entry, "withdrawn"));
    expect(seen.effects(page, "forget")).toEqual([["a"]]);
  });

  it("sends its restored entries only after the messages of other pages", () => {
    const online = { online: true };
    const page = play(waiting(), ["emptied"], ["updated", "a", "another"], online, ["due"]);
    expect(seen.effects(page, "attempt")).toEqual([]);
    const later = play(page, { clock: page.moment.clock + 1_000 }, ["due"]);
    expect(seen.effects(later, "attempt")).toHaveLength(1);
  });

  it("is refilled with an entry that another page stored before", () => {
    const page = play(leader({ made: "another" }), hear(save("a"), "waiting"));
    expect(seen.updated(page)).toEqual([["a", false]]);
  });

  it("leaves an entry set aside that only a closing page knew", () => {
    const page = play(leader(), hear(correction("a", "G", { aside: "follows" }), "aside"));
    expect(seen.listed(page)).toEqual([["a", "aside"]]);
  });

  it("is left to the page that sends", () => {
    expect(seen.effectTypes(play(waiting(), ["locked", false], ["emptied"]))).toEqual([]);
  });

  it("makes a page that does not lead tell a new page what was lost", () => {
    const page = play(follower(), ...add(save("a"), save("b")));
    const told = play({ ...page, effects: [] }, { made: "another" }, ["updated", "b", "another"]);
    const hello = play(told, ["heard", ["hello"]]);
    expect(seen.effects(hello, "post")).toMatchObject([
      [["entry", { entry: { id: "a" }, state: "waiting", made: "storage" }]],
    ]);
  });

  it("leaves an entry that is being sent to its attempt", () => {
    const page = play(leader(), ...add(save("a")), send("a"), ["locked", false]);
    const hello = play(page, { made: "another" }, ["heard", ["hello"]]);
    expect(seen.effects(hello, "post")).toEqual([]);
  });

  it("is refilled by the page that leads next", () => {
    const page = play(waiting(), ["locked", false], ["locked", true], ["loaded", [], ["a"]]);
    expect([seen.updated(page), seen.listed(page)]).toEqual([[["a", false]], [["a", "waiting"]]]);
  });

  it.each([["wake"], ["retry"]] as const)("is refilled at %s if it had no room", (request) => {
    expect(seen.updated(play(waiting(), ["requested", request]))).toEqual([["a", false]]);
  });

  it("has lost no entry that it has stored again since", () => {
    const page = play(waiting(), ["emptied"], ["updated", "a", "another"], ["emptied"]);
    expect(seen.updated(play(page, ["emptied"]))).toEqual([]);
  });

  it("is refilled by a page that closes, which posts the entry", () => {
    const page = play(waiting(), ["closed"], ["updated", "a", "another"]);
    expect(seen.effects(page, "show")).toMatchObject([[{ entry: { id: "a" }, made: "another" }]]);
  });

  it("is refilled with a refusal that is not understood yet", () => {
    const page = play(leader(), ...add(save("a")), send("a"), answer("a", verdicts.refused()));
    expect(seen.updated(play(page, { made: "another" }, ["emptied"]))).toEqual([["a", false]]);
  });

  it("is not noticed where it has no name", () => {
    const page = play(leader({ online: false, made: undefined }), ...add(save("a")));
    expect(seen.effectTypes(play(page, { made: "another" }, ["emptied"]))).toEqual(["call"]);
  });

  it("is refilled with the entries that were set aside, unchanged", () => {
    const page = play(
      leader({ online: false }),
      [
        "heard",
        [
          "entry",
          {
            entry: correction("a", "G", { aside: "follows" }),
            state: "aside",
            tries: 0,
            problem: undefined,
            made: "storage",
          },
        ],
      ],
      { made: "another" },
      ["emptied"],
    );
    expect(seen.effects(page, "update")).toMatchObject([[{ entry: { aside: "follows" } }, false]]);
  });
});
