import * as z from "zod/mini";
import { answerToCondition } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { type Deadline, KeptRequest, type ReadContext, type RefusalRecord } from "./operation.ts";
import {
  AnswerInstant,
  AnswerQuantity,
  fillMessage,
  PageCursor,
  type SchemaOutput,
  serializeRefusalValues,
} from "./value.ts";

/** How long a refusal is listed. */
export const refusalsListedMs = 86_400_000;

export const RefusalsRequest = (site: Site) =>
  z.strictObject({ cursor: z.optional(PageCursor(site)) });

const { group: _, ...requestFields } = KeptRequest.shape;

export const RefusalLine = (site: Site) =>
  z.strictObject({
    refused_at: AnswerInstant(),
    who: z.string(),
    reason: z.string(),
    message: z.string(),
    values: z.optional(z.string()),
    /** Absent for a box by itself. */
    zongpai: site.routes.boxLocation === false ? z.string() : z.optional(z.string()),
    ...requestFields,
    quantity: z.optional(AnswerQuantity(site)),
  });

export const RefusalsResponse = (site: Site) =>
  z.strictObject({
    refusals: z.array(RefusalLine(site)),
    cursor: z.optional(z.string()),
  });

type ListedRefusal = RefusalRecord & {
  readonly zongpai?: string;
  readonly at: number;
  readonly who: string;
  readonly asked: KeptRequest;
};

export type RefusalStore = {
  /** One query of the index, which may lag. @throws UnknownCursorError */
  readonly readPage: (
    since: number,
    cursor: string | undefined,
    size: number,
    deadline: Deadline,
  ) => Promise<{
    readonly refused: readonly ListedRefusal[];
    readonly cursor?: string | undefined;
  }>;
};

/** A stored refusal, as a line of the list. */
export const refusalLineOf = (
  refusal: ListedRefusal,
  { errors, extensions, formats }: Pick<Site, "errors" | "extensions" | "formats">,
): SchemaOutput<typeof RefusalLine> => {
  const { condition, detail, at: refused_at, who, zongpai } = refusal;
  const { group, ...asked } = refusal.asked;
  const { decimals } = formats.quantity;
  const { code: reason, message: template } = answerToCondition({ condition, group }, errors);
  const message = fillMessage(template, detail, decimals);
  const line = { refused_at, who, reason, message, zongpai, ...asked };
  if (!extensions.refusalValues) return line;
  return { ...line, values: serializeRefusalValues({ condition, detail }, decimals) };
};

/** The scans whose refusal is kept as the answer of a client's key, newest first. @throws UnknownCursorError */
export const listRefusals = async (
  { cursor }: SchemaOutput<typeof RefusalsRequest>,
  { site, at, deadline, refusals }: ReadContext & { readonly refusals: RefusalStore },
): Promise<SchemaOutput<typeof RefusalsResponse>> => {
  const since = at - refusalsListedMs;
  const page = await refusals.readPage(since, cursor, site.overview.pageSize, deadline);
  return {
    refusals: page.refused.map((refusal) => refusalLineOf(refusal, site)),
    cursor: page.cursor,
  };
};
