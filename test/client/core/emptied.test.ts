import { describe, expect, it } from "vitest";
import {
  add,
  answer,
  correction,
  effectsOf,
  hear,
  keptBy,
  leader,
  listed,
  order,
  play,
  queuedIn,
  refused,
  save,
  send,
} from "./rig.ts";

describe("a storage that was emptied", () => {
  const waiting = () =>
    play(leader({ online: false }), ...add(save("a"), save("b")), ["takingBack", "b", true], {
      made: "another",
    });

  it("is reported, and filled with all but what is being taken back", () => {
    const page = play(waiting(), ["emptied"]);
    expect([order(page), keptBy(page)]).toEqual([["tell", "keep"], [["a", false]]]);
  });

  it("is not filled with what another page took back during its attempt", () => {
    const sending = play(leader(), ...add(save("a")), send("a"));
    const page = play(sending, hear(queuedIn(sending, "a").entry, "withdrawn"));
    expect(keptBy(play(page, { made: "another" }, ["emptied"]))).toEqual([]);
  });

  it("is filled with what another page says that it gave to the one before", () => {
    const page = play(leader({ made: "another" }), hear(save("a"), "waiting"));
    expect(keptBy(page)).toEqual([["a", false]]);
  });

  it("is left to the page that sends", () => {
    expect(order(play(waiting(), ["turned", false], ["emptied"]))).toEqual([]);
  });

  it("is filled again by the page that leads next", () => {
    const page = play(waiting(), ["turned", false], ["turned", true], ["loaded", [], ["a"]]);
    expect([keptBy(page), listed(page)]).toEqual([[["a", false]], [["a", "waiting"]]]);
  });

  it.each([["wake"], ["retry"]] as const)(
    "is tried again at %s where it had no room",
    (request) => {
      expect(keptBy(play(waiting(), ["requested", request]))).toEqual([["a", false]]);
    },
  );

  it("has lost nothing that it kept again since", () => {
    const page = play(waiting(), ["emptied"], ["kept", "a", "another"], ["emptied"]);
    expect(keptBy(play(page, ["emptied"]))).toEqual([]);
  });

  it("keeps a refusal again that is not understood yet", () => {
    const page = play(leader(), ...add(save("a")), send("a"), answer("a", refused()));
    expect(keptBy(play(page, { made: "another" }, ["emptied"]))).toEqual([["a", false]]);
  });

  it("has lost nothing where it has no name", () => {
    const page = play(leader({ online: false, made: undefined }), ...add(save("a")));
    expect(order(play(page, { made: "another" }, ["emptied"]))).toEqual(["tell"]);
  });

  it("keeps again what was set aside as it is", () => {
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
    expect(effectsOf(page, "keep")).toMatchObject([[{ entry: { aside: "follows" } }, false]]);
  });
});
