import { describe, expect, it } from "vitest";
import {
  add,
  answer,
  follower,
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

const sending = (setup?: Parameters<typeof leader>[0]) =>
  play(leader(setup), ...add(save("a")), send("a"));
/** An entry whose answer was lost. */
const inDoubt = (setup?: Parameters<typeof leader>[0]) =>
  play(sending(setup), answer("a", verdicts.noAnswer));
/** Sends the entry again, with this answer. */
const again = (page: Page, verdict: Parameters<typeof answer>[1]) =>
  play(page, pass(60_000), ["due"], send("a"), answer("a", verdict));
const outcomeIn = (page: Page) => seen.effects(page, "end")[0]?.[1];
const isUnsure = (page: Page) =>
  outcomeIn(page)?.state === "refused" &&
  (outcomeIn(page) as { refusal: { unsure: boolean } }).refusal.unsure;

describe("an entry whose answer was lost", () => {
  it("waits, keeps its doubt, and says why", () => {
    expect(seen.queued(inDoubt(), "a")).toMatchObject({
      doubt: true,
      state: "sent",
      problem: "no answer",
      attempt: undefined,
    });
    expect(seen.shown(inDoubt())).toEqual([["a", "sent"]]);
  });

  it("is sent again, unchanged, when due", () => {
    const [first] = seen.attempts(sending(), true);
    const page = inDoubt();
    expect([seen.attempted(page), seen.sleep(page)]).toEqual([[], 250]);
    expect(seen.attempted(play(page, pass(249), ["due"]))).toEqual([]);
    expect(seen.attempts(play(page, pass(250), ["due"]))).toEqual([first]);
  });

  it("waits twice as long each time, spread by chance", () => {
    const page = again(inDoubt(), verdicts.noAnswer);
    expect([seen.sleep(page), seen.queued(page, "a").tries]).toEqual([500, 2]);
    expect(seen.sleep(play(sending(), answer("a", verdicts.noAnswer, { random: 0.1 })))).toBe(50);
  });

  it("stays in doubt after an answer that says nothing was recorded", () => {
    expect(
      isUnsure(again(again(inDoubt(), verdicts.busy), verdicts.refused({ early: true }))),
    ).toBe(true);
  });

  it("is also in doubt when it was sent in an earlier session", () => {
    const stored = save("a", "a", { sent: true });
    const page = play(follower(), ["locked", true], ["loaded", [stored], []], send("a"));
    expect(isUnsure(play(page, answer("a", verdicts.refused({ early: true }))))).toBe(true);
  });

  it("is also in doubt when another page knew it first", () => {
    const page = play(leader(), hear(save("a", "a", { sent: true }), "sent"), send("a"));
    expect(isUnsure(play(page, answer("a", verdicts.refused({ early: true }))))).toBe(true);
  });
});

it.each([
  ["sure", {}, inDoubt],
  ["sure", { early: true }, sending],
  ["unsure", { early: true }, inDoubt],
  ["unsure", { reused: true }, sending],
])("with a key a refusal is %s: %o (%#)", (sure, which, page) => {
  expect(isUnsure(again(page(), verdicts.refused(which)))).toBe(sure === "unsure");
});

it.each([
  ["sure", { early: true }, sending],
  ["unsure", {}, sending],
  ["unsure", { early: true }, inDoubt],
  ["unsure", {}, inDoubt],
])("without a key a refusal is %s: %o (%#)", (sure, which, page) => {
  expect(isUnsure(again(page({ options: { key: false } }), verdicts.refused(which)))).toBe(
    sure === "unsure",
  );
});

it("an unsure refusal is the state of its entry", () => {
  const page = play(sending(), answer("a", verdicts.refused({ reused: true })));
  expect(seen.queued(page, "a").state).toBe("unsure");
});

it.each(["done", "superseded"] as const)("an entry that is %s ends with its answer", (state) => {
  const verdict = { state, answer: { n: 1 }, replayed: true };
  const page = play(sending(), pass(7), answer("a", verdict));
  expect(seen.effects(page, "end")).toMatchObject([[{ entry: { id: "a" }, state }, verdict]]);
  expect([page.state.entries.length, page.state.goodAnswers, page.state.heardAt]).toEqual([
    0,
    1,
    start + 7,
  ]);
});

describe("an answer that says later", () => {
  it("holds its entry for as long as it says, and a little more", () => {
    const page = play(sending(), answer("a", verdicts.busy));
    expect([seen.sleep(page), seen.queued(page, "a").doubt, seen.listed(page)]).toEqual([
      5_250,
      false,
      [["a", "waiting"]],
    ]);
  });

  it("holds all others only when it is a 429", () => {
    const [one, all] = [verdicts.busy, verdicts.tooMany].map((verdict) =>
      play(sending(), answer("a", verdict), ...add(save("b"))),
    );
    expect([one && seen.attempted(one), all && seen.attempted(all)]).toEqual([["b"], []]);
    expect(all && seen.attempted(play(all, pass(5_250), ["due"]))).toEqual(["a", "b"]);
  });

  it("holds nothing when the attempt was broken off", () => {
    const page = play(
      sending(),
      answer("a", { ...verdicts.noAnswer, wait: 5_000 }, { aborted: true }),
    );
    expect(seen.attempted(page)).toEqual(["a"]);
    expect([page.state.silent, page.state.shown]).toEqual([false, "running"]);
  });
});

describe("the service is unanswered", () => {
  it("after an attempt without an answer of its own, until one", () => {
    expect([inDoubt().state.shown, inDoubt().state.heardAt]).toEqual(["unanswered", undefined]);
    const page = again(inDoubt(), verdicts.busy);
    expect([page.state.shown, page.state.heardAt]).toEqual(["running", start + 60_000]);
  });

  it("as long as only attempts that were broken off end", () => {
    expect(
      play(inDoubt(), pass(60_000), ["due"], answer("a", verdicts.noAnswer, { aborted: true }))
        .state.silent,
    ).toBe(true);
  });

  it("no longer when an answer comes before its attempt is broken off", () => {
    const page = play(
      inDoubt(),
      pass(60_000),
      ["due"],
      answer("a", verdicts.busy, { aborted: true }),
    );
    expect(page.state.silent).toBe(false);
  });

  it("still when an entry is held that was never asked for", () => {
    const verdict = { ...verdicts.unauthenticated, unasked: true };
    expect(again(inDoubt(), verdict).state).toMatchObject({ silent: true });
  });

  it("no longer when credentials are refused", () => {
    expect(again(inDoubt(), verdicts.unauthenticated).state).toMatchObject({
      silent: false,
      heardAt: start + 60_000,
    });
  });
});
