import { describe, expect, it } from "vitest";
import {
  add,
  answer,
  at,
  leader,
  type Page,
  play,
  save,
  scan,
  seen,
  send,
  verdicts,
} from "./rig.ts";

const unknown = { isKnown: false } as const;
/** For each of the last attempts: whether it only asks for the time. */
const asking = (page: Page) =>
  seen.effects(page, "attempt").map(([{ attempt }]) => attempt?.asksTime);
describe("while the time is not known", () => {
  it("one scan at a time asks for it, unchanged", () => {
    const page = play(leader(unknown), ...add(scan("a"), scan("b")));
    expect([seen.attempted(page), asking(page)]).toEqual([["a"], [true]]);
    expect(seen.attempts(page)).toEqual([seen.queued(page, "a").entry]);
    expect(seen.attempts(page)[0]).toMatchObject({ sent: false, fields: scan("a").fields });
  });

  it("an entry that needs no instant, or has one, is sent itself", () => {
    const page = play(leader({ ...unknown, concurrency: 2 }), ...add(save("a"), save("b")));
    expect([seen.attempted(page), asking(page)]).toEqual([["a"], [false]]);
    const dated = play(leader(unknown), ...add(scan("a", "a", { fields: at(0) })));
    expect([asking(dated), seen.instants(dated)]).toEqual([[false], [0]]);
  });

  it("a scan is sent after the answer to its question", () => {
    const page = play(leader(unknown), ...add(scan("a")), send("a"), { isKnown: true });
    const asked = play(page, ["timeLearnt", true], answer("a", verdicts.done));
    expect([asking(asked), seen.effects(asked, "end"), seen.listed(asked)]).toEqual([
      [false],
      [],
      [["a", "waiting"]],
    ]);
    expect([seen.instants(asked), asked.state.goodAnswers]).toEqual([[0], 0]);
  });

  it("a question shows nothing of its scan", () => {
    expect(seen.effectTypes(play(leader(unknown), ...add(scan("a")), send("a")))).toEqual([
      "show",
      "attempt",
    ]);
  });

  it.each([
    ["no answer", verdicts.noAnswer],
    ["a fault", verdicts.fault],
  ])("a question that gets %s leaves its scan without doubt, and all wait", (_, verdict) => {
    const page = play(
      leader(unknown),
      ...add(scan("a"), scan("b")),
      send("a"),
      answer("a", verdict),
    );
    expect(seen.queued(page, "a")).toMatchObject({ doubt: false, failures: 0, state: "waiting" });
    expect([seen.attempted(page), page.state.allDue]).toEqual([["a"], 250]);
  });

  it("a refused question ends, and its scan continues", () => {
    const page = play(
      leader(unknown),
      ...add(scan("a")),
      send("a"),
      answer("a", verdicts.refused()),
    );
    expect([seen.effects(page, "end"), seen.attempted(page)]).toEqual([[], ["a", "a"]]);
  });

  it("a forbidden question holds nothing, but one without credentials does", () => {
    const asked = play(leader(unknown), ...add(scan("a")), send("a"));
    expect(seen.listed(play(asked, { isKnown: true }, answer("a", verdicts.forbidden)))).toEqual([
      ["a", "waiting"],
    ]);
    expect(seen.listed(play(asked, answer("a", verdicts.unauthenticated)))).toEqual([
      ["a", "held"],
    ]);
  });
});
