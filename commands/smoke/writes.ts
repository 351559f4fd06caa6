import { alike } from "#lib/site/alike.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Contract } from "../contract/contract.ts";
import { type Life, lives, type Pair, rowOf } from "../contract/life.ts";
import type { Check } from "./promises.ts";

/** Pairs of the demo ERP, as the local stage and the example site seed it; another one each time comes first. */
export const demoPairs = ({ formats }: Site): Pair[] => {
  const boxes = alike(formats.boxNo, 8);
  const pairs = boxes.flatMap((box) => alike(formats.zongpai, 20).map((goods) => ({ goods, box })));
  // Two runs at once would rather not meet.
  const first = Math.floor(Math.random() * pairs.length);
  return [...pairs.slice(first), ...pairs.slice(0, first)];
};

/** The least amount that a site takes, and the double of it: little enough for any order and any cap. */
const amounts = ({ formats }: Site) => {
  const { least, most, decimals } = formats.quantity;
  return { first: Math.min(most, Number((2 * least).toFixed(decimals))), second: least };
};

/** Follows goods through the service, each check on a pair that nobody uses, and takes out again what it put in. */
export const writes = (contract: Contract, pairs: readonly Pair[] | string): Check[] => {
  const { site, routes, call } = contract;
  const life = lives(contract);

  /** Whether a run may use a pair: neither the box nor any box holds what the checks would count or take out. */
  const isFree = async ({ goods: zongpai, box: box_no }: Pair): Promise<boolean> => {
    const { body: info } = await call("get-box-info", { box_no });
    if (rowOf(info.items, { zongpai }) || rowOf(info.entries, { zongpai })) return false;
    const { body: status } = await call("get-attachment-status", { zongpai });
    const lines = (status.categories ?? []) as { boxed_quantity?: number }[];
    return !lines.some(({ boxed_quantity }) => boxed_quantity);
  };
  const freeOf = async (some: readonly Pair[]): Promise<Pair | undefined> => {
    for (const pair of some) if (await isFree(pair)) return pair;
    return undefined;
  };
  const takeOut = async ({ goods: zongpai, box: box_no }: Pair): Promise<void> => {
    const category = site.attachment.categories[0]?.code;
    // What is gone already is refused, which is as good.
    await call("delete-attachment-box", { box_no, zongpai, category }).catch(() => {});
    if (routes.has("delete-box")) await call("delete-box", { box_no, zongpai }).catch(() => {});
  };

  const check = (name: string, run: (life: Life) => Promise<void>): Check => {
    if (typeof pairs === "string") return { name, skipped: pairs };
    return {
      name,
      run: async () => {
        const pair = await freeOf(pairs);
        if (!pair) {
          const { goods, box } = pairs[0] as Pair;
          throw new Error(
            `${box} holds ${goods}, or a box holds their attachments: take them out, or name others with --goods and --box`,
          );
        }
        // To move them into, if one is free.
        const others = pairs.filter(({ goods, box }) => goods === pair.goods && box !== pair.box);
        const other = (await freeOf(others))?.box;
        try {
          await run({ ...pair, other, ...amounts(site), place: site.formats.location.example });
        } finally {
          await takeOut(pair);
          if (other !== undefined) await takeOut({ ...pair, box: other });
        }
      },
    };
  };
  return [
    check(
      "goods are saved into a box once, however often it is sent, corrected and taken out",
      life.boxed,
    ),
    check("goods are registered on a shelf and off it, and found there", life.placed),
    check(
      "an attachment is configured, saved into a box, protected, corrected and taken out",
      life.attached,
    ),
  ];
};
