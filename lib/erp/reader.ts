import { Kysely } from "kysely";
import * as z from "zod";
import { connect } from "#erp-dialect";
import type { Erp, ErpBox, ErpZongpai } from "../domain/erp.ts";
import type { Deadline } from "../domain/operation.ts";
import { toScaled } from "../domain/value.ts";
import { Refusal } from "../errors.ts";
import { logEvent } from "../log.ts";

/** The slice of a site that says where the ERP's views are and what their columns are called. */
export type ErpSettings = {
  readonly formats: { readonly quantity: { readonly decimals: number } };
  readonly erp: {
    readonly lookupTimeout: number;
    readonly boxes: {
      readonly relation: string;
      readonly boxNo: string;
      readonly quantity: string;
      readonly columns: readonly { readonly column: string; readonly name: string }[];
    };
    readonly zongpais: { readonly relation: string; readonly zongpai: string; readonly quantity: string };
  };
};

type Row = Readonly<Record<string, unknown>>;
type AnyViews = Record<string, Row>;

const Column = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** ERPs tell quantities as numbers or as decimal text; anything else, or more decimals than the site keeps, is no row. */
const amount = (decimals: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d+(\.\d+)?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(0).max(1e12))
    .transform((value, context) => {
      const scaled = toScaled(value, decimals);
      if (scaled !== undefined) return scaled;
      context.issues.push({ code: "custom", input: value, message: "more decimals than the site keeps" });
      return z.NEVER;
    });

const unavailable = (reason: string, stack?: string) => {
  logEvent("erpLookupFailed", { reason, ...(stack === undefined ? {} : { stack }) });
  return new Refusal("erpUnavailable", {});
};

/** The wait for one look-up: the site's limit, or what the deadline leaves. */
const waited = async <Answer>(ask: Promise<Answer>, limit: number, giveUp: () => void): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${limit} ms`));
      giveUp();
    }, limit);
  });
  try {
    return await Promise.race([ask, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** The read adapter over the ERP's views (specification §1: box information is read from a view of an ERP system). */
export const erpReader = ({ formats, erp }: ErpSettings): Erp => {
  const { boxes, zongpais, lookupTimeout } = erp;
  const connection = connect(erp);
  const database = new Kysely<AnyViews>({ dialect: connection.dialect });
  const quantity = amount(formats.quantity.decimals);

  const one = async (
    relation: string,
    columns: readonly string[],
    key: string,
    value: string,
    deadline: Deadline,
  ): Promise<Row | undefined> => {
    const limit = Math.max(1, Math.min(lookupTimeout, deadline.left()));
    const query = database
      .selectFrom(relation)
      .select([...columns])
      .where(key, "=", value)
      .limit(1);
    try {
      return (await waited(query.execute(), limit, connection.discard))[0];
    } catch (error) {
      throw unavailable((error as Error).message);
    }
  };

  /** A row of the wrong shape is the ERP's fault, never the client's. */
  const parsed = <Type>(schema: z.ZodType<Type>, value: unknown, what: string): Type => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    throw unavailable(`${what} is not what the site says of it`);
  };

  return {
    box: async (box_no, deadline): Promise<ErpBox | undefined> => {
      const names = [boxes.quantity, ...boxes.columns.map(({ column }) => column)];
      const row = await one(boxes.relation, names, boxes.boxNo, box_no, deadline);
      if (!row) return undefined;
      return {
        box_no,
        quantity: parsed(quantity, row[boxes.quantity], `${boxes.relation}.${boxes.quantity}`),
        columns: Object.fromEntries(
          boxes.columns.map(({ column, name }) => [name, parsed(Column, row[column], `${boxes.relation}.${column}`)]),
        ),
      };
    },
    zongpai: async (zongpai, deadline): Promise<ErpZongpai | undefined> => {
      const row = await one(zongpais.relation, [zongpais.quantity], zongpais.zongpai, zongpai, deadline);
      return row && { zongpai, ordered: parsed(quantity, row[zongpais.quantity], `${zongpais.relation}.${zongpais.quantity}`) };
    },
  };
};
