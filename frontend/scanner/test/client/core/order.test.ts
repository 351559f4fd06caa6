import { expect, it } from "vitest";
import {
  add,
  answer,
  correction,
  follower,
  hear,
  leader,
  play,
  save,
  seen,
  send,
  start,
  verdicts,
} from "./rig.ts";

const later = { order: start + 1 };

it("entries have the order of their scans, whether stored or heard of", () => {
  const stored = play(follower(), ["loaded", [save("b", "B", later), save("a")], []]);
  expect(seen.ids(stored)).toEqual(["a", "b"]);
  const heard = play(
    follower(),
    hear(save("b", "B", later), "waiting"),
    hear(save("a"), "waiting"),
  );
  expect(seen.ids(heard)).toEqual(["a", "b"]);
});

it("an entry set aside sets no entry of other goods in its box aside", () => {
  const entries = [save("a", "A", { aside: "failing" }), correction("b", "B", later)];
  const page = play(follower(), ["locked", true], ["loaded", entries, []]);
  expect(seen.listed(page)).toEqual([
    ["a", "aside"],
    ["b", "waiting"],
  ]);
});

it("what was heard late of several ended entries is ignored", () => {
  const [one, other] = [save("a"), save("b")];
  const page = play(leader(), ...add(one, other), send("a"), answer("a", verdicts.done));
  const ended = play(page, send("b"), answer("b", verdicts.done));
  const late = play(ended, hear(one, "waiting"), hear(other, "waiting"));
  expect(seen.ids(late)).toEqual([]);
});
