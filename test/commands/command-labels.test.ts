import { expect, test } from "vitest";
import { commandLabelsOf } from "../../commands/labels/command-labels.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { demoWith } from "../site/demo-with.ts";

const wordsOf = (site: typeof demo) =>
  commandLabelsOf(site).map(({ text }) => text.replace(/ · .*/, ""));

test("a site without pages has no command labels", () => {
  expect(commandLabelsOf(plain)).toEqual([]);
});

test("a command label has one word where all languages have the same", () => {
  const [language] = demo.pages ? demo.pages.words : [];
  const twice = demoWith({ "pages.words": [language, language] });
  expect(commandLabelsOf(twice)[0]).toEqual({ code: "XTOUCHXSHELVE", text: "Shelve" });
});

test.each([
  [["post-trace-location"], ["Shelve", "Off shelf", "Cancel", "Take back"]],
  [["post-box"], ["Box", "Save", "Cancel", "Take back"]],
  [["get-box-info"], ["Look up", "Cancel", "Take back"]],
  [
    ["post-attachment-location", "location-overview"],
    ["Attach", "Look up", "Check", "Off shelf", "Cancel", "Take back"],
  ],
] as const)("what no role may do is left out: %j", (routes, words) => {
  const allowed = { keys: { "scanner-1": "worker" }, roles: { worker: routes } };
  expect(wordsOf(demoWith({ "auth.allowed": allowed }))).toEqual(words);
});
