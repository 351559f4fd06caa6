import { join } from "node:path";
import { sampleErp, seedDemoErp } from "#infra/erp/demo-erp.ts";
import type { Site } from "#lib/site/schema.ts";
import { scratchFolder } from "../cli/scratch.ts";

/** Goods and a box that the checks may work with. */
export type Pair = { readonly goods: string; readonly box: string };

/** Every pair of the demo ERP, as the local stage and the example site seed it; another one each time comes first. */
export const demoPairs = (site: Site): Pair[] => {
  const { folder, remove } = scratchFolder("smoke");
  try {
    const file = join(folder, "erp.sqlite");
    seedDemoErp(file, site);
    const { goods, boxes } = sampleErp(file, site);
    const pairs = boxes.flatMap((box) => goods.map((one) => ({ goods: one, box })));
    // Two runs at once would rather not meet.
    const first = Math.floor(Math.random() * pairs.length);
    return [...pairs.slice(first), ...pairs.slice(0, first)];
  } finally {
    remove();
  }
};

type Row = Readonly<Record<string, unknown>>;

/** Whether a box, by its information, holds the goods or an attachment of theirs. */
export const holds = ({ fields }: Pick<Site, "fields">, info: Row, goods: string): boolean =>
  [fields.items, fields.entries].some((list) =>
    ((info[list] as readonly Row[] | undefined) ?? []).some((row) => row[fields.zongpai] === goods),
  );
