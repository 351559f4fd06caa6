import { describe, expect, it } from "vitest";
import type { Entry } from "#scanner/client/entry.ts";
import {
  add,
  answer,
  correction,
  give,
  leader,
  play,
  save,
  scan,
  seen,
  send,
  verdicts,
} from "./rig.ts";

const inBox = (box_no: string) => ({ fields: { box_no, zongpai: "G", quantity: 1 } });
const attachment = (category: string) => ({ fields: { box_no: "BX1", zongpai: "G", category } });
const move = (id: string, box_no: string, to_box_no: string): Entry =>
  save(id, "G", { route: "move-item", fields: { box_no, to_box_no, zongpai: "G", quantity: 1 } });

/** The ids of the entries that are set aside when the first is refused. */
const asideAfter = (...entries: readonly Entry[]) => {
  const [first] = entries;
  const page = play(
    leader({ concurrency: 1 }),
    ...add(...entries),
    send(first?.id ?? ""),
    answer(first?.id ?? "", verdicts.refused()),
  );
  return seen.updated(page).map(([id]) => id);
};

describe("a refusal", () => {
  const page = () =>
    play(
      leader(),
      ...add(save("a", "G"), correction("b", "G")),
      send("a"),
      answer("a", verdicts.refused()),
    );

  it("is reported with its entry, after the following entries were set aside", () => {
    expect(seen.effectTypes(page())).toEqual([
      "show",
      "attempt",
      "show",
      "show",
      "update",
      "show",
      "end",
    ]);
    const [[queued, outcome] = []] = seen.effects(page(), "end");
    expect(outcome).toMatchObject({ state: "refused", refusal: { unsure: false } });
    expect(queued?.entry.refusal).toEqual(outcome?.state === "refused" && outcome.refusal);
    expect(queued).toMatchObject({ state: "refused", stage: "refused", attempt: undefined });
    expect([seen.updated(page()), seen.shown(page()).at(-1)]).toEqual([
      [["b", true]],
      ["b", "aside"],
    ]);
  });

  it("sets aside an entry that is being stored, which is not shown yet", () => {
    const sending = play(leader(), ...add(save("a", "G")), give(correction("b", "G")), send("a"));
    const refusedNow = play(sending, answer("a", verdicts.refused()));
    expect([seen.updated(refusedNow), seen.shown(refusedNow)]).toEqual([[["b", true]], []]);
    expect(seen.shown(play(refusedNow, ["stored", "b", "storage"]))).toEqual([["b", "aside"]]);
  });

  it("stays until it is understood, but is neither listed nor sent", () => {
    const later = play(page(), ["due"]);
    expect([seen.queued(later, "a").stage, seen.listed(later)]).toEqual([
      "refused",
      [["b", "aside"]],
    ]);
    expect(seen.attempted(later)).toEqual([]);
    expect(seen.ids(play(later, ["understood", "a"]))).not.toContain("a");
  });

  it("is unaffected by the worker's retry", () => {
    const tried = play(page(), ["requested", "retry", "a"]);
    expect([seen.shown(tried), seen.attempted(tried)]).toEqual([[], []]);
  });

  it("holds up no later scan of its goods", () => {
    const three = play(leader(), ...add(save("a", "G"), scan("b", "G")), send("a"));
    expect(seen.attempted(play(three, answer("a", verdicts.refused())))).toEqual(["b"]);
  });
});

describe("of what follows a refused save are set aside", () => {
  it("all corrections of the same item", () => {
    const entries = [
      save("a", "G"),
      correction("b", "G"),
      correction("c", "G", { route: "delete-box" }),
    ];
    expect(asideAfter(...entries)).toEqual(["b", "c"]);
  });

  it("no corrections after a new save of the same item", () => {
    expect(
      asideAfter(save("a", "G"), correction("b", "G"), save("c", "G"), correction("d", "G")),
    ).toEqual(["b"]);
  });

  it.each([
    ["goods", correction("b", "H")],
    ["box", correction("b", "G", inBox("BX2"))],
    ["category", correction("b", "G", attachment("lid"))],
  ])("no corrections of another %s", (_, other) => {
    expect(asideAfter(save("a", "G"), other)).toEqual([]);
  });

  it("no saves and no locations", () => {
    expect(asideAfter(save("a", "G"), save("b", "G"), scan("c", "G"))).toEqual([]);
  });

  it("corrections of the same category", () => {
    expect(
      asideAfter(save("a", "G", attachment("lid")), correction("b", "G", attachment("lid"))),
    ).toEqual(["b"]);
  });

  it("a move out of its box, and what builds on that move", () => {
    const entries = [save("a", "G"), move("b", "BX1", "BX2"), correction("c", "G", inBox("BX2"))];
    expect(asideAfter(...entries)).toEqual(["b", "c"]);
  });

  it("what builds on either box of a refused move", () => {
    const entries = [
      move("a", "BX1", "BX2"),
      correction("b", "G"),
      correction("c", "G", inBox("BX2")),
    ];
    expect(asideAfter(...entries)).toEqual(["b", "c"]);
  });

  it("nothing in the box that another move filled again", () => {
    const entries = [
      save("a", "G", inBox("BX2")),
      move("b", "BX1", "BX2"),
      correction("c", "G", inBox("BX2")),
    ];
    expect(asideAfter(...entries)).toEqual([]);
  });

  it("nothing in the box that a move out of it does not fill", () => {
    const entries = [save("a", "G"), move("b", "BX1", "BX2"), correction("c", "G")];
    expect(asideAfter(...entries)).toEqual(["b", "c"]);
  });

  it("none that is aside already", () => {
    const stored = [correction("b", "G", { aside: "failing" })];
    expect(asideAfter(save("a", "G"), ...stored, correction("c", "G"))).toEqual(["c"]);
  });
});

describe("a correction that comes after its save was set aside", () => {
  const aside = () => play(leader(), ...add(save("a", "G", { aside: "failing" })));

  it("is set aside as soon as it is stored", () => {
    const page = play(aside(), ...add(correction("b", "G")));
    expect([seen.updated(page), seen.attempted(page)]).toEqual([[["b", true]], []]);
    expect(seen.shown(page)).toEqual([
      ["b", "waiting"],
      ["b", "aside"],
    ]);
  });

  it("is not set aside again while the worker's retry is being sent", () => {
    const page = play(aside(), ...add(correction("b", "G")), ["requested", "retry", "b"]);
    expect(seen.attempted(page)).toEqual(["b"]);
    expect(seen.updated(play(page, ...add(save("c"))))).toEqual([]);
  });

  it("is left to the page that sends", () => {
    const page = play(aside(), ["locked", false], ...add(correction("b", "G")));
    expect([seen.updated(page), seen.listed(page).at(-1)]).toEqual([[], ["b", "waiting"]]);
  });

  it("is sent when its save is tried again first", () => {
    const page = play(aside(), ["requested", "retry", "a"], ...add(correction("b", "G")));
    expect([seen.attempted(page), seen.updated(page)]).toEqual([["a"], [["a", true]]]);
  });
});
