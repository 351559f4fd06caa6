import { fitsFormat } from "#labels/fits-format.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import { readCodes } from "#lib/store/recorded-codes.ts";

/** A larger table is looked at in part, because a stage must start soon. */
const mostPages = 20;
const mostShown = 5;

const kindOf = { zongpai: "goods", box_no: "box", location: "shelf" } as const;
const inOrder = new Intl.Collator("en", { numeric: true });

const listOf = (kind: string, codes: ReadonlySet<string>): string => {
  const sorted = [...codes].toSorted(inOrder.compare);
  const more = sorted.length - mostShown;
  return `${kind} ${sorted.slice(0, mostShown).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
};

const listsIn = async (table: Table, { formats }: Site): Promise<string[]> => {
  const recorded = await readCodes(table, mostPages);
  const { zongpai, boxNo: box_no, location } = formats;
  const formatOf = { zongpai, box_no, location };
  return (["zongpai", "box_no", "location"] as const).flatMap((name) => {
    const codes = recorded.flatMap((codes) => codes[name] ?? []);
    const outdated = new Set(codes.filter((code) => !fitsFormat(formatOf[name], code)));
    return outdated.size > 0 ? [listOf(kindOf[name], outdated)] : [];
  });
};

/**
 * Says which codes in a table the site's formats no longer accept, for example after a change of the profile; `undefined` if there are none,
 * or if the table cannot be read.
 */
export const sayOutdatedCodes = async (table: Table, site: Site): Promise<string | undefined> => {
  try {
    const lists = await listsIn(table, site);
    if (lists.length === 0) return undefined;
    return `some no longer fit the formats of ${site.name}: ${lists.join("; ")}. The pages show them, but no scan can name them (docs/change-a-site.md)`;
  } catch {
    return undefined;
  }
};
