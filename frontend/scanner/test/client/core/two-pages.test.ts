import { describe, expect, it } from "vitest";
import {
  add,
  answer,
  follower,
  hear,
  leader,
  pass,
  play,
  save,
  seen,
  send,
  start,
  verdicts,
} from "./rig.ts";

const sending = () => play(leader(), ...add(save("a", "G"), save("b", "G")), send("a"));
const takenBack = () => play(sending(), hear(seen.queued(sending(), "a").entry, "withdrawn"));

describe("an entry that another page takes back during its attempt", () => {
  it("holds its goods until the answer comes", () => {
    expect(seen.attempted(takenBack())).toEqual([]);
    expect(seen.attempted(play(takenBack(), answer("a", verdicts.noAnswer)))).toEqual(["b"]);
  });

  it("is still shown as recorded if it is", () => {
    const page = play(takenBack(), answer("a", verdicts.done));
    expect(seen.effects(page, "end")).toMatchObject([[{ entry: { id: "a" } }, { state: "done" }]]);
  });

  it("is not shown when its answer is lost", () => {
    expect(seen.shown(play(takenBack(), answer("a", verdicts.noAnswer)))).not.toContainEqual([
      "a",
      "sent",
    ]);
  });
});

it("a page begins no earlier scan while a later one is sent", () => {
  const later = play(leader(), ...add(save("b", "G")), send("b"));
  const page = play(later, hear(save("a", "G", { order: start - 1 }), "waiting"));
  expect(seen.attempted(page)).toEqual([]);
});

describe("an entry that a page itself took back", () => {
  const page = () =>
    play(follower(), ...add(save("a")), ["takingBack", "a", true], ["takenBack", "a"]);

  it("is not listed again when another page reports that it is sent", () => {
    const late = play(page(), hear(save("a", "a", { sent: true }), "sent"));
    expect([seen.ids(late), seen.effects(late, "show")]).toEqual([[], []]);
  });

  it("is shown as recorded when another page reports that", () => {
    const late = play(page(), hear(save("a"), "done", verdicts.done));
    expect(seen.shown(late)).toEqual([["a", "done"]]);
  });
});

describe("a doubt that a full storage does not have", () => {
  const unsent = save("a", "a", { order: start });
  const early = answer("a", verdicts.refused({ early: true }));

  it("is kept by the page that sent the entry, when it leads again", () => {
    const again = play(
      leader(),
      ...add(save("a")),
      send("a"),
      answer("a", verdicts.noAnswer),
      ["locked", false],
      ["locked", true],
      ["loaded", [unsent], ["a"]],
    );
    const page = play(again, pass(60_000), ["due"], send("a"), early);
    expect(seen.effects(page, "end")).toMatchObject([[{}, { refusal: { unsure: true } }]]);
  });

  it("is kept by a page that heard that the entry was sent", () => {
    const heard = play(follower(), hear(save("a", "a", { sent: true }), "sent"));
    const page = play(heard, ["locked", true], ["loaded", [unsent], ["a"]], send("a"), early);
    expect(seen.effects(page, "end")).toMatchObject([[{}, { refusal: { unsure: true } }]]);
  });

  it("is kept when an attempt ends after the page lost the right to send", () => {
    const lost = play(leader(), ...add(save("a")), send("a"), ["locked", false]);
    expect(seen.queued(play(lost, answer("a", verdicts.noAnswer)), "a").doubt).toBe(true);
  });
});

it("a page that leads again holds nothing that it held before", () => {
  const unauthenticated = { state: "held", forbidden: false } as const;
  const held = play(leader(), ...add(save("a")), send("a"), answer("a", unauthenticated));
  const { entry } = seen.queued(held, "a");
  const page = play(held, ["locked", false], ["locked", true], ["loaded", [entry], ["a"]]);
  expect(seen.attempted(page)).toEqual(["a"]);
});

it("a refusal stays when another page takes the scan back too late", () => {
  const page = play(leader(), ...add(save("a")), send("a"), answer("a", verdicts.refused()));
  const late = play(page, hear(seen.queued(page, "a").entry, "withdrawn"));
  expect([seen.queued(late, "a").stage, seen.effects(late, "show")]).toEqual(["refused", []]);
});
