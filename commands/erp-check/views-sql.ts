import type { Site } from "#lib/site/schema.ts";

type ErpViewNames = Pick<Site["erp"], "dialect" | "zongpais"> & {
  readonly boxes: Pick<Site["erp"]["boxes"], "relation" | "boxNo" | "quantity"> &
    Partial<Site["erp"]["boxes"]>;
};

/** Words of SQL that a view or a column might be called. */
const reservedWords =
  "check column default desc from group index key order select table user values where".split(" ");

/** Quotes a name that SQL would read otherwise. */
const quotedIn = (dialect: ErpViewNames["dialect"]) => (name: string) => {
  if (/^[a-z_][a-z0-9_]*$/.test(name) && !reservedWords.includes(name)) return name;
  const quote = dialect === "mysql" ? "`" : '"';
  return quote + name.replaceAll(quote, quote + quote) + quote;
};

/**
 * The SQL that makes the two views of an ERP, in its dialect, under the names that the site answers. They read tables of an imagined ERP:
 * `cartons` and `orders`.
 */
export const viewsSql = ({ dialect, boxes, zongpais }: ErpViewNames): string => {
  const quoted = quotedIn(dialect);
  const view = (relation: string, from: string, columns: readonly (readonly [string, string])[]) =>
    `CREATE VIEW ${relation.split(".").map(quoted).join(".")} AS SELECT ${columns
      .map(([own, name]) => `${own} AS ${quoted(name)}`)
      .join(", ")} FROM ${from};`;
  const further = (boxes.columns ?? []).map(
    ({ column }, at) => [["service", "leaves"][at] ?? "remark", column] as const,
  );
  return [
    view(boxes.relation, "cartons", [
      ["carton", boxes.boxNo],
      ["pieces", boxes.quantity],
      ...further,
    ]),
    view(zongpais.relation, "orders", [
      ["order_line", zongpais.zongpai],
      ["pieces", zongpais.quantity],
    ]),
  ].join("\n");
};
