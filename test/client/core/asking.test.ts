import { describe, expect, it } from "vitest";
import {
  add,
  answer,
  at,
  attempted,
  attemptsOf,
  done,
  effectsOf,
  fault,
  forbidden,
  leader,
  listed,
  noAnswer,
  order,
  type Page,
  play,
  queuedIn,
  refused,
  save,
  scan,
  send,
  sentAt,
  unauthenticated,
} from "./rig.ts";

const unknown = { isKnown: false } as const;
/** Whether the last attempts only ask for the time. */
const asking = (page: Page) => effectsOf(page, "attempt").map(([{ attempt }]) => attempt?.asksTime);
describe("while the time is not known", () => {
  it("one scan at a time asks for it, as it is", () => {
    const page = play(leader(unknown), ...add(scan("a"), scan("b")));
    expect([attempted(page), asking(page)]).toEqual([["a"], [true]]);
    expect(attemptsOf(page)).toEqual([queuedIn(page, "a").entry]);
    expect(attemptsOf(page)[0]).toMatchObject({ sent: false, fields: scan("a").fields });
  });

  it("what needs no instant, or has one, is sent itself", () => {
    const page = play(leader({ ...unknown, concurrency: 2 }), ...add(save("a"), save("b")));
    expect([attempted(page), asking(page)]).toEqual([["a"], [false]]);
    const dated = play(leader(unknown), ...add(scan("a", "a", { fields: at(0) })));
    expect([asking(dated), sentAt(dated)]).toEqual([[false], [0]]);
  });

  it("the scan itself is sent after the answer to its question", () => {
    const page = play(leader(unknown), ...add(scan("a")), send("a"), { isKnown: true });
    const asked = play(page, ["timeLearnt", true], answer("a", done));
    expect([asking(asked), effectsOf(asked, "end"), listed(asked)]).toEqual([
      [false],
      [],
      [["a", "waiting"]],
    ]);
    expect([sentAt(asked), asked.state.goodAnswers]).toEqual([[0], 0]);
  });

  it("a question shows nothing of its scan", () => {
    expect(order(play(leader(unknown), ...add(scan("a")), send("a")))).toEqual(["show", "attempt"]);
  });

  it.each([
    ["no answer", noAnswer],
    ["a fault", fault],
  ])("a question that gets %s leaves its scan without doubt, and all wait", (_, verdict) => {
    const page = play(
      leader(unknown),
      ...add(scan("a"), scan("b")),
      send("a"),
      answer("a", verdict),
    );
    expect(queuedIn(page, "a")).toMatchObject({ doubt: false, failures: 0, state: "waiting" });
    expect([attempted(page), page.state.allDue]).toEqual([["a"], 250]);
  });

  it("a question that is refused is over, and its scan goes on", () => {
    const page = play(leader(unknown), ...add(scan("a")), send("a"), answer("a", refused()));
    expect([effectsOf(page, "end"), attempted(page)]).toEqual([[], ["a", "a"]]);
  });

  it("a question that is forbidden holds nothing; one without credentials does", () => {
    const asked = play(leader(unknown), ...add(scan("a")), send("a"));
    expect(listed(play(asked, { isKnown: true }, answer("a", forbidden)))).toEqual([
      ["a", "waiting"],
    ]);
    expect(listed(play(asked, answer("a", unauthenticated)))).toEqual([["a", "held"]]);
  });
});
