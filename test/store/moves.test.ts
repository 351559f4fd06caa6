import { expect, it } from "vitest";
import { historyOf } from "#lib/store/history.ts";
import { goodsKey } from "#lib/store/keys.ts";
import { revOf } from "../../commands/audit/snapshot.ts";
import { linesOf } from "../../commands/trace/lines.ts";
import { boxes } from "../support/attachments.ts";
import { call } from "../support/client.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { rowAt, table } from "../support/table.ts";

it("a move has both boxes in the history, and counts in the revision that an audit compares", async () => {
  const goods = zongpai(fresh());
  const revision = async () => revOf(await rowAt(goodsKey(goods))) ?? 0;
  const [box_no = "", to_box_no = ""] = boxes(2);
  await call("post-box", { box_no, zongpai: goods, quantity: 10 });
  const before = await revision();
  await call("move-item", { box_no, to_box_no, zongpai: goods, quantity: 4 });
  expect(await revision()).toBe(before + 1);
  const lines = linesOf(await historyOf(table, { zongpai: goods }, { left: () => 5_000 }), site);
  const last = { route: "move-item", box_no, to_box_no, quantity: 4, before: { quantity: 10 } };
  expect(lines.at(-1)).toMatchObject(last);
});
