import { boxColumnsOf } from "#lib/site/box-columns.ts";
import type { Site } from "#lib/site/schema.ts";

type ErpViewNames = Pick<Site["erp"], "dialect" | "zongpais"> &
  Partial<Pick<Site["erp"], "product">> & {
    readonly boxes: Pick<Site["erp"]["boxes"], "relation" | "boxNo" | "quantity"> &
      Partial<Site["erp"]["boxes"]>;
  };

/** SQL keywords that might be the name of a view or a column. */
const reservedWords =
  "check column default desc from group index key order select table user values where".split(" ");

/** Quotes a name that SQL would change or reject. */
const quoteIn = (dialect: ErpViewNames["dialect"]) => (name: string) => {
  if (/^[a-z_][a-z0-9_]*$/.test(name) && !reservedWords.includes(name)) return name;
  const quote = dialect === "mysql" ? "`" : '"';
  return quote + name.replaceAll(quote, quote + quote) + quote;
};

/**
 * The SQL that creates an ERP's two views, in its dialect and with the names in the site profile. The views read the tables of an imaginary
 * ERP: `cartons` and `orders`.
 */
export const viewsSql = ({ dialect, boxes, zongpais, product }: ErpViewNames): string => {
  const quote = quoteIn(dialect);
  const createView = (
    relation: string,
    from: string,
    columns: readonly (readonly [expression: string, name: string])[],
  ) => {
    const name = relation.split(".").map(quote).join(".");
    const selected = columns.map(([expression, column]) => `${expression} AS ${quote(column)}`);
    return `CREATE VIEW ${name} AS SELECT ${selected.join(", ")} FROM ${from};`;
  };
  const { columns = [], day = false } = boxes;
  const shown = boxColumnsOf({ boxes: { ...boxes, columns, day } });
  const otherColumns = shown.map((column, index) => {
    const expression = column === day ? "leaves" : (["service", "leaves"][index] ?? "remark");
    return [expression, column] as const;
  });
  return [
    createView(boxes.relation, "cartons", [
      ["carton", boxes.boxNo],
      ["pieces", boxes.quantity],
      ...otherColumns,
    ]),
    createView(zongpais.relation, "orders", [
      ["order_line", zongpais.zongpai],
      ["pieces", zongpais.quantity],
      ...(product ? [["article", product] as const] : []),
    ]),
  ].join("\n");
};
