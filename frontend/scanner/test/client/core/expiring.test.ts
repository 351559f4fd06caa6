import { describe, expect, it } from "vitest";
import {
  add,
  answer,
  correction,
  follower,
  leader,
  type Page,
  pass,
  play,
  save,
  scan,
  seen,
  send,
  start,
  verdicts,
} from "./rig.ts";

const day = 86_400_000;

describe("an entry that was sent longer ago than the service remembers", () => {
  const options = { keepFor: day };
  const unanswered = () =>
    play(
      leader({ options }),
      ...add(save("a", "G"), correction("b", "G"), scan("c", "G")),
      send("a"),
      answer("a", verdicts.noAnswer),
    );

  it("is set aside for good, with entries that build on it only", () => {
    const page = play(unanswered(), pass(day + 1), ["due"]);
    const asides = ["a", "b", "c"].map((id) => seen.queued(page, id).entry.aside);
    expect([asides, seen.attempted(page)]).toEqual([["expired", "follows", undefined], ["c"]]);
    expect(seen.updated(page)).toEqual([
      ["a", true],
      ["b", true],
    ]);
  });

  it("is sent as long as the service remembers it", () => {
    expect(seen.attempted(play(unanswered(), pass(day), ["due"]))).toEqual(["a"]);
  });

  it("has its age from the clock that went further", () => {
    expect(seen.attempted(play(unanswered(), { now: start + day + 1 }, ["due"]))).toEqual(["c"]);
    expect(seen.attempted(play(unanswered(), { clock: day + 1 }, ["due"]))).toEqual(["c"]);
  });

  it("is as old as an earlier session made it", () => {
    const stored = save("a", "a", { sent: true, queuedAt: start - day });
    const load = (page: Page) => play(page, ["locked", true], ["loaded", [stored], []]);
    const page = load(follower({ options }));
    expect(seen.attempted(page)).toEqual(["a"]);
    const later = play(load(follower({ options, online: false })), { clock: 1, online: true }, [
      "due",
    ]);
    expect([seen.attempted(later), seen.listed(later)]).toEqual([[], [["a", "aside"]]]);
  });

  it("ends with an answer that still comes", () => {
    const page = play(leader({ options }), ...add(save("a")), send("a"), pass(2 * day), ["due"]);
    expect([seen.listed(page), seen.listed(play(page, answer("a", verdicts.done)))]).toEqual([
      [["a", "sent"]],
      [],
    ]);
  });

  it("is sent where the service never forgets, or where it never was sent", () => {
    const old = play(
      leader(),
      ...add(save("a")),
      send("a"),
      answer("a", verdicts.noAnswer),
      pass(999 * day),
    );
    expect(seen.attempted(play(old, ["due"]))).toEqual(["a"]);
    const unsent = play(leader({ options, online: false }), ...add(save("a")), pass(2 * day), {
      online: true,
    });
    expect(seen.attempted(play(unsent, ["due"]))).toEqual(["a"]);
  });
});
