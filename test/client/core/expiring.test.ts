import { describe, expect, it } from "vitest";
import {
  add,
  answer,
  attempted,
  correction,
  done,
  follower,
  keptBy,
  leader,
  listed,
  noAnswer,
  type Page,
  pass,
  play,
  queuedIn,
  save,
  scan,
  send,
  start,
} from "./rig.ts";

const day = 86_400_000;

describe("an entry that was sent longer ago than the service remembers", () => {
  const options = { keepFor: day };
  const unanswered = () =>
    play(
      leader({ options }),
      ...add(save("a", "G"), correction("b", "G"), scan("c", "G")),
      send("a"),
      answer("a", noAnswer),
    );

  it("is set aside for good, with what builds on it; the others go on", () => {
    const page = play(unanswered(), pass(day + 1), ["woken"]);
    const asides = ["a", "b", "c"].map((id) => queuedIn(page, id).entry.aside);
    expect([asides, attempted(page)]).toEqual([["expired", "follows", undefined], ["c"]]);
    expect(keptBy(page)).toEqual([
      ["a", true],
      ["b", true],
    ]);
  });

  it("is sent as long as the service does remember", () => {
    expect(attempted(play(unanswered(), pass(day), ["woken"]))).toEqual(["a"]);
  });

  it("is as old as the clock says that went further", () => {
    expect(attempted(play(unanswered(), { now: start + day + 1 }, ["woken"]))).toEqual(["c"]);
    expect(attempted(play(unanswered(), { clock: day + 1 }, ["woken"]))).toEqual(["c"]);
  });

  it("is as old as an earlier session made it", () => {
    const kept = save("a", "a", { sent: true, queuedAt: start - day });
    const load = (page: Page) => play(page, ["turned", true], ["loaded", [kept], []]);
    const page = load(follower({ options }));
    expect(attempted(page)).toEqual(["a"]);
    const later = play(load(follower({ options, online: false })), { clock: 1, online: true }, [
      "woken",
    ]);
    expect([attempted(later), listed(later)]).toEqual([[], [["a", "aside"]]]);
  });

  it("is judged by the answer that comes nevertheless", () => {
    const page = play(leader({ options }), ...add(save("a")), send("a"), pass(2 * day), ["woken"]);
    expect([listed(page), listed(play(page, answer("a", done)))]).toEqual([[["a", "sent"]], []]);
  });

  it("is sent where the service never forgets, or where it never was sent", () => {
    const old = play(
      leader(),
      ...add(save("a")),
      send("a"),
      answer("a", noAnswer),
      pass(999 * day),
    );
    expect(attempted(play(old, ["woken"]))).toEqual(["a"]);
    const unsent = play(leader({ options, online: false }), ...add(save("a")), pass(2 * day), {
      online: true,
    });
    expect(attempted(play(unsent, ["woken"]))).toEqual(["a"]);
  });
});
