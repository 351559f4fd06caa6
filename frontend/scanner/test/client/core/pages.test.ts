import { describe, expect, it } from "vitest";
import { queueStateOf } from "#scanner/client/core/state.ts";
import type { Outcome, Refusal } from "#scanner/client/entry.ts";
import type { QueueState } from "#scanner/client/queue-status.ts";
import {
  add,
  answer,
  correction,
  follower,
  hear,
  leader,
  play,
  save,
  scan,
  seen,
  send,
  start,
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
const requests = ["hello", "wake", "renewed", "retry"] as const;

describe("a page that does not lead", () => {
  it.each(requests)("posts %s to the one that does, and does nothing itself", (request) => {
    const page = play(follower(), ...add(save("a")), ["requested", request, "a"]);
    expect(page.effects.slice(-2)).toEqual([
      ["post", [request, "a"]],
      ["sleep", undefined],
    ]);
  });

  it.each(requests)("does nothing when another page asks for %s", (request) => {
    expect(seen.effectTypes(play(follower(), ["heard", [request, "a"]]))).toEqual([]);
  });

  it("takes over what another page says of an entry, also of a new one", () => {
    const page = play(follower(), hear(save("a"), "sent"), hear(save("b"), "held"));
    expect(seen.listed(page)).toEqual([
      ["a", "sent"],
      ["b", "held"],
    ]);
    expect(seen.queued(page, "a")).toMatchObject({ tries: 1, made: "storage" });
    expect(
      seen.effects(page, "show").map(([, outcome, fromOther]) => [outcome, fromOther]),
    ).toEqual([
      [undefined, true],
      [undefined, true],
    ]);
  });

  it("shows the state of the queue that the other posts, once, and posts nothing", () => {
    const news = ["heard", ["state", "unanswered", 7]] as const;
    const page = play(follower(), news, news);
    expect([seen.effectTypes(page), page.state.heardAt]).toEqual([["call"], 7]);
    expect(queueStateOf(page.state, page.moment)).toBe("unanswered");
  });

  it("never sends or sleeps until something is due", () => {
    const page = play(follower(), ...add(save("a")), ["due"]);
    expect([seen.attempted(page), seen.effects(page, "sleep").at(-1)]).toEqual([[], [undefined]]);
  });

  it("forgets what another page ended, and shows its outcome", () => {
    const page = play(
      follower(),
      hear(save("a"), "sent"),
      hear(save("a"), "refused", refusedOutcome),
    );
    expect([seen.listed(page), page.state.entries.length]).toEqual([[], 0]);
    expect(seen.effects(page, "show").at(-1)).toMatchObject([
      { entry: { id: "a" } },
      refusedOutcome,
      true,
    ]);
  });

  it("does not list again what ended elsewhere and a full storage still has", () => {
    const page = play(follower(), hear(save("a"), "done", verdicts.done), [
      "loaded",
      [save("a"), save("b")],
    ]);
    expect(seen.listed(page)).toEqual([["b", "waiting"]]);
  });

  it("does not list a refusal that another page is showing", () => {
    expect(seen.listed(play(follower(), ["loaded", [save("a", "a", { refusal })]]))).toEqual([]);
  });

  it("forgets what another page took back while it was loading", () => {
    const page = play(follower(), hear(save("a"), "withdrawn"), ["loaded", [save("a")]]);
    expect(seen.listed(page)).toEqual([]);
  });

  it("lists what the storage has, as waiting or sent", () => {
    const page = play(follower(), ["loaded", [save("a"), save("b", "b", { sent: true })]]);
    expect(seen.listed(page)).toEqual([
      ["a", "waiting"],
      ["b", "sent"],
    ]);
    expect([seen.effectTypes(page), seen.queued(page, "a").made]).toEqual([[], "storage"]);
  });

  it("keeps what it knows when the storage cannot be read", () => {
    const page = play(follower(), ...add(save("a")), ["loaded", undefined]);
    expect(seen.listed(page)).toEqual([["a", "waiting"]]);
  });
});

it("a page keeps in doubt what it heard to be sent once", () => {
  const sent = play(
    follower(),
    hear(save("a"), "waiting"),
    hear(save("a", "a", { sent: true }), "sent"),
  );
  expect(seen.queued(sent, "a").doubt).toBe(true);
  expect(seen.queued(play(sent, hear(save("a"), "waiting")), "a").doubt).toBe(true);
});

describe("a page that leads", () => {
  it.each(requests)("does %s itself, whichever page asks", (request) => {
    const page = leader();
    const own = play(page, ["requested", request, "a"]);
    expect(seen.effects(own, "post").filter(([[what]]) => what !== "state")).toEqual([]);
    expect(play(page, ["heard", [request, "a"]])).toEqual(own);
  });

  it("answers a hello with the queue's state and all that waits", () => {
    const page = play(leader({ online: false }), ...add(save("a"), save("b")), [
      "heard",
      ["hello"],
    ]);
    const said = play(page, ["heard", ["hello"]]);
    expect(seen.effectTypes(said)).toEqual(["post", "show", "show"]);
    expect(seen.effects(said, "post")).toEqual([[["state", "offline", undefined]]]);
  });

  it("posts a refusal again once it is understood, for pages that opened meanwhile", () => {
    const sent = play(leader(), ...add(save("a")), send("a"), answer("a", verdicts.refused()));
    const understood = play(sent, ["understood", "a"]);
    expect(seen.effects(understood, "post")).toMatchObject([
      [["entry", { entry: { id: "a" } }, { state: "refused" }]],
    ]);
  });

  it("answers a hello with the refusals that are not understood", () => {
    const page = play(leader(), ...add(save("a")), send("a"), answer("a", verdicts.refused()));
    expect(seen.effects(play(page, ["heard", ["hello"]]), "post")).toMatchObject([
      [["state", "running", expect.any(Number)]],
      [["entry", { entry: { id: "a" } }, { state: "refused" }]],
    ]);
  });

  it("does not take over what another page says of an entry's state", () => {
    const page = play(leader({ online: false }), ...add(save("a")), hear(save("a"), "sent"));
    expect(seen.listed(page)).toEqual([["a", "waiting"]]);
  });

  it("does not take over what another page says of the queue", () => {
    const page = play(leader(), ["heard", ["state", "closed", 7]]);
    expect([seen.effectTypes(page), page.state.shown, page.state.heardAt]).toEqual([
      [],
      "running",
      undefined,
    ]);
  });

  it("sends what another page has taken", () => {
    expect(seen.attempted(play(leader(), hear(save("a"), "waiting")))).toEqual(["a"]);
  });

  it("sets aside what another page takes, if its save was not recorded", () => {
    const aside = save("a", "G", { aside: "failing" });
    const page = play(
      leader(),
      hear(aside, "aside"),
      hear(correction("b", "G", { order: start + 1 }), "waiting"),
    );
    expect(seen.updated(page)).toEqual([["b", true]]);
  });

  it("posts a new state of the queue, and shows it", () => {
    const page = play(leader(), { online: false }, ["due"], ["due"]);
    expect(seen.effectTypes(page)).toEqual(["call", "post"]);
    expect(seen.effects(page, "post")).toEqual([[["state", "offline", undefined]]]);
  });

  it("shows what an earlier page left, with its refusals first", () => {
    const stored = [save("a", "a", { refusal }), save("b", "b", { sent: true })];
    const page = play(follower({ online: false }), ["locked", true], ["loaded", stored, []]);
    expect(seen.effectTypes(page).slice(0, 4)).toEqual(["load", "end", "post", "show"]);
    expect(seen.effects(page, "end")).toMatchObject([[{ entry: { id: "a" } }, refusedOutcome]]);
    expect(seen.shown(page)).toEqual([["b", "sent"]]);
  });

  it("sets aside what builds on what the earlier page left aside", () => {
    const stored = [
      save("a", "G", { aside: "failing" }),
      correction("b", "G", { order: start + 1 }),
    ];
    expect(seen.updated(play(follower(), ["locked", true], ["loaded", stored, []]))).toEqual([
      ["b", true],
    ]);
  });

  it("sets aside what builds on what the earlier page left refused", () => {
    const stored = [
      save("a", "G", { refusal }),
      correction("b", "G", { order: start + 1 }),
      save("c", "G", { order: start + 2, aside: "failing" }),
      correction("d", "G", { order: start + 3 }),
    ];
    const page = play(follower(), ["locked", true], ["loaded", stored, []]);
    expect(seen.listed(page).map(([, is]) => is)).toEqual(["aside", "aside", "aside"]);
  });
});

it.each<[QueueState, Parameters<typeof play>[1][]]>([
  ["running", []],
  ["offline", [{ online: false }]],
  ["unanswered", [...add(save("a")), send("a"), answer("a", verdicts.noAnswer)]],
  ["held", [...add(save("a")), answer("a", verdicts.unauthenticated)]],
  ["held", [...add(save("a")), answer("a", verdicts.unauthenticated), { online: false }]],
  [
    "running",
    [{ by: "one" }, ...add(save("a")), answer("a", verdicts.unauthenticated), { by: "two" }],
  ],
  ["offline", [...add(save("a")), send("a"), answer("a", verdicts.noAnswer), { online: false }]],
])("the queue is %s (%#)", (state, happenings) => {
  const page = play(leader(), ...happenings);
  expect(queueStateOf(page.state, page.moment)).toBe(state);
  expect(play(page, ["due"]).state.shown).toBe(state);
});

it("a scan that another page saw recorded dates later ones of its goods", () => {
  const recorded = scan("a", "G", {
    fields: { scanned_at: new Date(start + 5_000).toISOString() },
  });
  const page = play(leader(), hear(recorded, "done", verdicts.done), ...add(scan("b", "G")));
  expect(seen.attempts(page)[0]?.fields.scanned_at).toBe(new Date(start + 5_001).toISOString());
  expect(play(leader(), hear(recorded, "refused", refusedOutcome)).state.lastScans.length).toBe(0);
});
