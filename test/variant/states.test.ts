import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Condition, conditions } from "#lib/errors.ts";
import { configure, lineOf, saveEntry } from "../support/attachments.ts";
import { type Answer, call } from "../support/client.ts";
import { expectError } from "../support/expect-error.ts";
import { locate, placesOf, saveItem } from "../support/requests.ts";
import { boxNo, fresh, zongpai } from "../support/samples.ts";
import {
  type Act,
  type AttachmentState,
  attachmentEdges,
  type Edge,
  type ItemState,
  itemEdges,
} from "./state-edges.ts";

type Walk<State extends string> = {
  /** Fresh goods in a state. */
  readonly reach: Record<State, () => Promise<string>>;
  readonly act: (act: Act, goods: string) => Promise<Answer>;
  readonly stateOf: (goods: string) => Promise<State>;
  readonly group: "product" | "accessory";
};

const walked = <State extends string>(
  title: string,
  edges: readonly Edge<State, Act>[],
  { reach, act, stateOf, group }: Walk<State>,
) =>
  describe(title, () => {
    const page = readFileSync("docs/states.md", "utf8").split("\n");
    const id = (state: string) => state.replaceAll(" ", "_");
    for (const [from, by, outcome] of edges) {
      const refused = outcome in conditions;
      it(`is drawn in docs/states.md: "${by}" where it is "${from}"`, () => {
        expect(page).toContain(
          refused
            ? `| ${from} | ${by} | \`${outcome}\` |`
            : `  ${id(from)} --> ${id(outcome)}: ${by}`,
        );
      });
      it(`that is "${from}": "${by}" ${refused ? "is refused as" : "becomes"} ${outcome}`, async () => {
        const goods = await reach[from]();
        expect(await stateOf(goods)).toBe(from);
        const answer = await act(by, goods);
        if (refused) expectError(answer, outcome as Condition, group);
        else expect(answer.status, answer.text).toBeLessThan(300);
        expect(await stateOf(goods)).toBe(refused ? from : outcome);
      });
    }
  });

const fail = (): never => {
  throw new Error("no edge asks for it");
};

const [box, otherBox, thirdBox] = [1, 2, 3].map(boxNo) as [string, string, string];

walked<ItemState>("an item of a box", itemEdges, {
  group: "product",
  reach: {
    absent: async () => zongpai(fresh()),
    "in the box": async () => {
      const goods = zongpai(fresh());
      await saveItem({ box_no: box, zongpai: goods }, 5);
      return goods;
    },
  },
  act: (act, goods) => {
    const item = { box_no: box, zongpai: goods };
    const move = { ...item, to_box_no: otherBox };
    const acts: Partial<Record<Act, () => Promise<Answer>>> = {
      save: () => saveItem(item, 5),
      "save again": () => saveItem(item, 6),
      correct: () => call("edit-box", { ...item, quantity: 6 }),
      "correct, stale": () => call("edit-box", { ...item, quantity: 6, expected_quantity: 4 }),
      move: () => call("move-item", { ...move, quantity: 2 }),
      "move more than is there": () => call("move-item", { ...move, quantity: 6 }),
      delete: () => call("delete-box", item),
    };
    return (acts[act] ?? fail)();
  },
  stateOf: async (goods) => {
    const boxes = (await placesOf(goods)).boxes as unknown[];
    return boxes.length > 0 ? "in the box" : "absent";
  },
});

const category = "MANUAL";
const everConfigured = new Set<string>();

const configured = async () => {
  const goods = zongpai(fresh());
  await configure(goods, { [category]: 20 });
  everConfigured.add(goods);
  return goods;
};
const then =
  (first: () => Promise<string>, next: (goods: string) => Promise<unknown>) => async () => {
    const goods = await first();
    await next(goods);
    return goods;
  };
const twoBoxes = async (goods: string) => {
  for (const box_no of [box, otherBox]) await saveEntry(goods, box_no, 5, category);
};

const entry = (goods: string) => ({ box_no: box, zongpai: goods, category });
const lastEntry = async (goods: string) => {
  await call("delete-attachment-box", { ...entry(goods), box_no: otherBox });
  return call("delete-attachment-box", entry(goods));
};

walked<AttachmentState>("an attachment", attachmentEdges, {
  group: "accessory",
  reach: {
    unknown: async () => zongpai(fresh()),
    configured,
    located: then(configured, (goods) => locate(goods, 1, category)),
    boxed: then(configured, twoBoxes),
    evidenced: then(then(configured, twoBoxes), lastEntry),
    removed: then(configured, (goods) => configure(goods, {})),
  },
  act: async (act, goods) => {
    const inBox = (await lineOf(goods, category))?.boxed_quantity !== undefined;
    const acts: Record<Act, () => Promise<Answer>> = {
      save: () => saveEntry(goods, box, 5, category),
      "save again": () => saveEntry(goods, box, 6, category),
      "save beyond the cap": () => saveEntry(goods, thirdBox, 21, category),
      "save another box": () => saveEntry(goods, thirdBox, 5, category),
      correct: () => call("patch-attachment-box", { ...entry(goods), quantity: 7 }),
      "correct, stale": () =>
        call("patch-attachment-box", { ...entry(goods), quantity: 7, expected_quantity: 4 }),
      delete: () => (inBox ? lastEntry(goods) : call("delete-attachment-box", entry(goods))),
      "delete, more left": () => call("delete-attachment-box", entry(goods)),
      move: () => call("move-item", { ...entry(goods), to_box_no: thirdBox, quantity: 5 }),
      "move more than is there": fail,
      configure: () => configure(goods, { [category]: 20 }),
      "configure below boxed": () => configure(goods, { [category]: 9 }),
      locate: () => locate(goods, 1, category),
      clear: () => call("clear-place", { zongpai: goods, category }),
      "remove from configuration": () => configure(goods, {}),
    };
    if (act === "configure") everConfigured.add(goods);
    return acts[act]();
  },
  stateOf: async (goods) => {
    const line = await lineOf(goods, category);
    if (!line) return everConfigured.has(goods) ? "removed" : "unknown";
    if (line.boxed_quantity > 0) return "boxed";
    if (line.evidence === "real") return "evidenced";
    return line.location === undefined ? "configured" : "located";
  },
});
