import { describe, expect, it } from "vitest";
import { queueStateOf } from "#scanner/client/core/state.ts";
import type { Outcome, Refusal } from "#scanner/client/entry.ts";
import {
  add,
  answer,
  follower,
  give,
  hear,
  leader,
  pass,
  play,
  save,
  scan,
  seen,
  send,
  verdicts,
} from "./rig.ts";

const refusal: Refusal = {
  status: 400,
  error_code: "REFUSED",
  message: "No.",
  domain: "test",
  unsure: false,
};
const refusedOutcome: Outcome = { state: "refused", refusal };

describe("the lock", () => {
  it("lets a page read the storage, and lead only then", () => {
    const taken = play(follower(), ...add(save("a")), give(save("b")));
    const locked = play(taken, ["locked", true]);
    expect(locked.effects.slice(-2)).toEqual([
      ["load", ["a"]],
      ["sleep", undefined],
    ]);
    expect(locked.state).toMatchObject({ maySend: true, leads: false });
    expect(seen.attempted(play(locked, ["loaded", [save("a")], ["a"]]))).toEqual(["a"]);
  });

  it("lets a page lead even when the storage cannot be read", () => {
    const page = play(
      follower(),
      ...add(save("a")),
      ["locked", true],
      ["loaded", undefined, ["a"]],
    );
    expect([page.state.leads, seen.attempted(page)]).toEqual([true, ["a"]]);
  });

  it("is void when it is lost while the storage is read", () => {
    const page = play(follower(), ["locked", true], ["locked", false], ["loaded", [save("a")], []]);
    expect([page.state.leads, seen.attempted(page)]).toEqual([false, []]);
  });

  it("is not gained by reading the storage at the start", () => {
    expect(play(follower(), ["locked", true], ["loaded", []]).state.leads).toBe(false);
  });

  it("breaks off open attempts when lost, and begins none", () => {
    const sending = play(leader({ concurrency: 1 }), ...add(save("a"), save("b")));
    const page = play(sending, ["locked", false], answer("a", verdicts.noAnswer), ["due"]);
    expect(seen.effectTypes(page)).toEqual(["abort"]);
    expect(seen.effects(page, "abort")).toEqual([["a"]]);
  });

  it("leaves an answer that comes after its loss to the next page", () => {
    const page = play(
      leader(),
      ...add(save("a")),
      send("a"),
      ["locked", false],
      answer("a", verdicts.done),
    );
    expect([seen.effects(page, "end"), seen.listed(page)]).toEqual([[], [["a", "sent"]]]);
  });

  it("leaves an entry in doubt that asks for the time when it is lost", () => {
    const inDoubt = play(leader(), ...add(scan("a")), send("a"), answer("a", verdicts.noAnswer));
    // A full storage did not take the mark that it was sent, nor its instant.
    const again = play(inDoubt, ["locked", false], { isKnown: false }, pass(60_000), [
      "locked",
      true,
    ]);
    const asking = play(again, ["loaded", [scan("a")], ["a"]], send("a"));
    expect(seen.queued(asking, "a").attempt?.asksTime).toBe(true);
    const lost = play(asking, ["locked", false], answer("a", verdicts.noAnswer));
    expect(seen.queued(lost, "a").doubt).toBe(true);
  });

  it("is asked for again a second after an attempt that another page prevented", () => {
    const page = play(leader(), ...add(save("a")), answer("a", undefined));
    expect([seen.attempted(page), seen.effects(page, "sleep").at(-1)]).toEqual([["a"], [1_000]]);
  });
});

describe("a storage that is read to lead", () => {
  const read = (stored: readonly ReturnType<typeof save>[], idsBefore = ["a"]) =>
    play(follower(), ...add(save("a")), ["locked", true], ...add(save("b")), [
      "loaded",
      stored,
      idsBefore,
    ]);

  it("loses nothing that was stored after the read began", () => {
    expect(seen.listed(read([save("a")])).map(([id]) => id)).toEqual(["a", "b"]);
  });

  it("drops entries that another page has since taken back or ended", () => {
    expect(seen.listed(read([])).map(([id]) => id)).toEqual(["b"]);
  });

  it("replaces an entry by the stored one, and its doubt", () => {
    const stored = save("a", "a", { sent: true, fields: { quantity: 2 } });
    const page = read([stored]);
    expect(seen.queued(page, "a")).toMatchObject({ entry: stored, doubt: true, made: "storage" });
    expect(seen.attempts(page)[0]).toEqual(stored);
  });

  it("changes nothing else that the page knows of stored entries", () => {
    const sent = play(leader(), ...add(save("a")), send("a"), answer("a", verdicts.noAnswer));
    const { entry, ...known } = seen.queued(sent, "a");
    const page = play(sent, ["locked", false], ["locked", true], ["loaded", [entry], ["a"]]);
    expect(seen.queued(page, "a")).toMatchObject(known);
  });

  it("does not drop an entry that is being sent or stored", () => {
    const sending = play(leader(), ...add(save("a")), give(save("b")));
    const page = play(sending, ["locked", false], ["locked", true], ["loaded", [], ["a", "b"]]);
    expect(seen.ids(page)).toEqual(["a", "b"]);
  });

  it("ends stored refusals that other pages have shown", () => {
    const entry = save("a", "a", { refusal });
    const page = play(follower(), hear(save("a"), "refused", refusedOutcome), ["locked", true]);
    expect(seen.effects(play(page, ["loaded", [entry], []]), "end")).toHaveLength(1);
  });
});

describe("a page that is closed", () => {
  it("breaks off its attempts once, and begins nothing", () => {
    const page = play(leader({ concurrency: 1 }), ...add(save("a"), save("b")), send("a"));
    const closed = play(page, ["closed"], answer("a", verdicts.noAnswer), ["due"], ["closed"]);
    expect(seen.effectTypes(closed)).toEqual(["abort", "call"]);
    expect(queueStateOf(closed.state, closed.moment)).toBe("closed");
  });

  it("does not lead when the storage was read", () => {
    const page = play(follower(), ["locked", true], ["closed"], ["loaded", [save("a")], []]);
    expect([page.state.leads, seen.attempted(page)]).toEqual([false, []]);
  });
});

it("a page that lost the lock while it read the storage lists no refusal", () => {
  const refused = save("a", "a", { refusal });
  const page = play(follower(), ["locked", true], ["locked", false], ["loaded", [refused], []]);
  expect(seen.listed(page)).toEqual([]);
});

it("an entry whose end the storage did not take can end again", () => {
  const heard = play(follower(), hear(save("a"), "refused", refusedOutcome), ["locked", true]);
  const lost = play(heard, ["loaded", [save("a")], []], ["locked", false]);
  const page = play(lost, answer("a", undefined), hear(save("a"), "refused", refusedOutcome));
  expect([seen.listed(lost).length, seen.listed(page)]).toEqual([1, []]);
});
