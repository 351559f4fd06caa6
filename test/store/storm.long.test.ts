import { randomUUID } from "node:crypto";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goodsKey } from "#lib/store/keys.ts";
import { type Answer, call, hasKeys, keyHeader } from "../support/client.ts";
import { endpoint } from "../support/environment.ts";
import type { Fault } from "../support/faulty-endpoint.ts";
import { boxNo, fresh, itemOf, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { documents, tableName } from "../support/table.ts";

type Command = {
  readonly act: "save" | "edit" | "delete";
  readonly box: 0 | 1;
  readonly quantity: number;
};

const command: fc.Arbitrary<Command> = fc.record({
  act: fc.constantFrom("save", "edit", "delete"),
  box: fc.constantFrom(0, 1),
  quantity: fc.integer({ min: 1, max: 40 }),
});

const kinds: Fault["kind"][] = [
  "drop",
  "error",
  "throttle",
  "conflict",
  "answerLost",
  "answerLost",
];
const anyFault = () =>
  Math.random() > 0.3
    ? undefined
    : ({ kind: kinds[Math.floor(Math.random() * kinds.length)] } as Fault);
const unknown = [429, 500, 503, 504];

/** A scanner that sends again, with the same key, until it is told something final. */
const scan = async (
  { act, box, quantity }: Command,
  goods: number,
  boxes: readonly number[],
): Promise<Answer> => {
  const headers = keyHeader(randomUUID());
  const item = { box_no: boxNo(boxes[box] ?? 0), zongpai: zongpai(goods) };
  const routes = { save: "post-box", edit: "edit-box", delete: "delete-box" } as const;
  for (;;) {
    const answer = await call(
      routes[act],
      act === "delete" ? item : { ...item, quantity },
      headers,
    );
    if (!unknown.includes(answer.status)) return answer;
  }
};

/** What the specification's rules say of a sequence of commands on one goods and two boxes. */
const model = (held: (number | undefined)[], { act, box, quantity }: Command): number => {
  const there = held[box] !== undefined;
  if (act === "save") {
    if (there) return site.errors.product.duplicateBoxItem.status;
    held[box] = quantity;
    return site.success["post-box"];
  }
  if (!there) return site.errors.product.itemNotFound.status;
  held[box] = act === "edit" ? quantity : undefined;
  return site.success[act === "edit" ? "edit-box" : "delete-box"];
};

const counted = async (goods: number): Promise<number> => {
  const { Item } = await documents.send(
    new GetCommand({ TableName: tableName, Key: goodsKey(zongpai(goods)), ConsistentRead: true }),
  );
  return (Item?.boxed as number | undefined) ?? 0;
};

if (hasKeys)
  describe("scanners on bad Wi-Fi, before a store that fails three requests in ten", () => {
    it("have every scan counted once, none lost, and none told wrongly that it is a duplicate", async () => {
      endpoint.faults = anyFault;
      const worker = async (sequence: Command[]) => {
        const [goods, one, two] = [fresh(), fresh(), fresh()];
        const held: (number | undefined)[] = [undefined, undefined];
        for (const step of sequence) {
          const { status } = await scan(step, goods, [one, two]);
          expect(status, JSON.stringify(step)).toBe(model(held, step));
        }
        return { goods, boxes: [one, two], held };
      };
      const sequences = fc.sample(fc.array(command, { minLength: 15, maxLength: 15 }), {
        numRuns: 32,
      });
      const ends = await Promise.all(sequences.map(worker));
      endpoint.faults = () => undefined;
      for (const { goods, boxes, held } of ends) {
        for (const [at, box] of boxes.entries()) {
          const { body } = await call("get-box-info", { box_no: boxNo(box) });
          expect(body.items_quantity).toBe(held[at] ?? 0);
        }
        expect(await counted(goods)).toBe((held[0] ?? 0) + (held[1] ?? 0));
      }
    });
  });
else
  describe("without keys", () => {
    it("a store that fails three requests in ten still counts each request once", async () => {
      endpoint.faults = anyFault;
      const goods = Array.from({ length: 16 }, fresh);
      const answers = await Promise.all(
        goods.map((n) => call("post-box", { ...itemOf(n), quantity: 2 })),
      );
      endpoint.faults = () => undefined;
      expect(answers.map(({ status }) => status)).toEqual(
        goods.map(() => site.success["post-box"]),
      );
      for (const n of goods)
        expect(await counted(n)).toBe(2 * 10 ** site.formats.quantity.decimals);
    });
  });
