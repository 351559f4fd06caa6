import { expect, it } from "vitest";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { randomFrom } from "../support/random.ts";
import { saveItem } from "../support/requests.ts";
import { boxNo, fresh, itemOf } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { wholeHistory } from "../support/whole-history.ts";
import { endpoint } from "../support/worker.ts";

const [clients, requests] = [64, 20];

it.each([
  ["one item", 1],
  ["one goods in twelve boxes", 12],
])(
  "what 64 clients do to %s at once stands in the order in which it took effect",
  async (what, boxes) => {
    const random = randomFrom(7);
    const below = (most: number) => Math.floor(random() * most);
    const { box_no, zongpai } = itemOf(fresh());
    const held = [box_no, ...Array.from({ length: boxes - 1 }, () => boxNo(fresh()))];
    const refs = held.map((box_no) => ({ box_no, zongpai }));
    await Promise.all(refs.map((ref) => saveItem(ref)));
    endpoint.faults = () =>
      random() < 0.1 ? { kind: "conflict" } : { kind: "delay", ms: below(5) };
    let written = 0;
    const start = performance.now();
    const client = async () => {
      for (let n = 0; n < requests; n += 1) {
        const ref = refs[below(boxes)];
        const ways = [
          () => call("post-box", { ...ref, quantity: 1 + below(5) }),
          () => call("edit-box", { ...ref, quantity: 1 + below(5) }),
          () => call("edit-box", { ...ref, quantity: 1 + below(5) }),
          () => call("delete-box", { ...ref }),
        ];
        const { status } = await (ways[below(ways.length)] as (typeof ways)[number])();
        if (status < 300) written += 1;
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    const seconds = (performance.now() - start) / 1_000;
    endpoint.faults = () => undefined;
    const contradictions = (await audited()).differences;
    const lines = await wholeHistory(zongpai, 100);
    console.info(
      `${site.name}, 64 clients on ${what}: ${contradictions.length} contradictions in ${lines.length} lines, ${(written / seconds).toFixed(0)} writes a second`,
    );
    expect(contradictions).toEqual([]);
    expect(lines.length).toBe(written + boxes);
  },
);
