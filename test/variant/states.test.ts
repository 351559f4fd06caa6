import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Condition, conditions } from "#lib/errors.ts";
import { type Answer, call, expectError } from "../support/client.ts";
import { configure, lineOf, locate, placesOf, saveEntry, saveItem } from "../support/requests.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";

const [, ofItems = "", ofAttachments = ""] = readFileSync("docs/states.md", "utf8").split(/^## /m);

/** The edges in a part of the page's diagram: from a state, by a write, to a state or a refusal. */
const edgesIn = (part: string) => [
  ...[...part.matchAll(/^ {2}(\w+) --> (\w+): (.+)$/gm)].map(([, from = "", to = "", by = ""]) => [
    ...[from.replaceAll("_", " "), by, to.replaceAll("_", " ")],
  ]),
  ...[...part.matchAll(/^\| (.+) \| (.+) \| `(\w+)` \|$/gm)].map(([, ...edge]) => edge),
];

type Walk = {
  /** Brings fresh goods into a state. */
  readonly reach: (state: string) => Promise<string>;
  readonly acts: (goods: string) => Readonly<Record<string, () => Promise<Answer>>>;
  /** The states that fit what is shown of the goods. */
  readonly statesOf: (goods: string) => Promise<string[]>;
  readonly group: "product" | "accessory";
};

const walk = (part: string, { reach, acts, statesOf, group }: Walk) =>
  it.each(edgesIn(part))('that is "%s": "%s" leads to %s', async (from = "", by = "", to = "") => {
    const goods = await reach(from);
    expect(await statesOf(goods)).toContain(from);
    const answer = await acts(goods)[by]?.();
    if (!answer) throw new Error(`the test does not know the write "${by}"`);
    const refused = to in conditions;
    if (refused) expectError(answer, to as Condition, group);
    else expect(answer.status, answer.text).toBeLessThan(300);
    expect(await statesOf(goods)).toContain(refused ? from : to);
  });

const [box = "", otherBox = "", thirdBox = ""] = [1, 2, 3].map(boxNo);

describe("an item of a box", () => {
  walk(ofItems, {
    group: "product",
    reach: async (state) => {
      const goods = zongpai(fresh());
      if (state === "in the box") await saveItem({ box_no: box, zongpai: goods }, 5);
      return goods;
    },
    acts: (goods) => {
      const item = { box_no: box, zongpai: goods };
      const correction = { ...item, quantity: 6 };
      const move = (quantity: number) =>
        call("move-item", { ...item, to_box_no: otherBox, quantity });
      return {
        save: () => saveItem(item, 5),
        "save again": () => saveItem(item, 6),
        correct: () => call("edit-box", correction),
        "correct, stale": () => call("edit-box", { ...correction, expected_quantity: 4 }),
        move: () => move(2),
        "move more than is there": () => move(6),
        delete: () => call("delete-box", item),
      };
    },
    statesOf: async (goods) => {
      const boxes = (await placesOf(goods)).boxes as unknown[];
      return [boxes.length > 0 ? "in the box" : "absent"];
    },
  });
});

const category = "MANUAL";

describe("an attachment", () => {
  const entry = (goods: string) => ({ box_no: box, zongpai: goods, category });
  const takeOut = (goods: string) => call("delete-attachment-box", entry(goods));
  const lastEntry = async (goods: string) => {
    await call("delete-attachment-box", { ...entry(goods), box_no: otherBox });
    return takeOut(goods);
  };
  walk(ofAttachments, {
    group: "accessory",
    reach: async (state) => {
      const goods = zongpai(fresh());
      if (state === "unknown") return goods;
      await configure(goods, { [category]: 20 });
      if (state === "located") await locate(goods, 1, category);
      if (state === "removed") await configure(goods, {});
      if (state === "boxed" || state === "evidenced")
        for (const box_no of [box, otherBox]) await saveEntry(goods, box_no, 5, category);
      if (state === "evidenced") await lastEntry(goods);
      return goods;
    },
    acts: (goods) => {
      const correction = { ...entry(goods), quantity: 7 };
      const save = (box_no: string, quantity: number) =>
        saveEntry(goods, box_no, quantity, category);
      return {
        save: () => save(box, 5),
        "save again": () => save(box, 6),
        "save beyond the cap": () => save(thirdBox, 21),
        "save another box": () => save(thirdBox, 5),
        correct: () => call("patch-attachment-box", correction),
        "correct, stale": () =>
          call("patch-attachment-box", { ...correction, expected_quantity: 4 }),
        delete: () => lastEntry(goods),
        "delete, more left": () => takeOut(goods),
        move: () => call("move-item", { ...entry(goods), to_box_no: thirdBox, quantity: 5 }),
        configure: () => configure(goods, { [category]: 20 }),
        "configure, stale": () =>
          call("put-attachment-config", { zongpai: goods, entries: [], expected_revision: 0 }),
        "configure below boxed": () => configure(goods, { [category]: 9 }),
        locate: () => locate(goods, 1, category),
        "locate, stale": () =>
          locate(goods, { location: location(2), expected_location: location(3) }, category),
        clear: () => call("clear-place", { zongpai: goods, category }),
        "remove from configuration": () => configure(goods, {}),
      };
    },
    statesOf: async (goods) => {
      const line = await lineOf(goods, category);
      if (!line) return ["unknown", "removed"];
      if (line.boxed_quantity > 0) return ["boxed"];
      if (line.evidence === "real") return ["evidenced"];
      return [line.location === undefined ? "configured" : "located"];
    },
  });
});
