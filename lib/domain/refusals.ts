import * as z from "zod/mini";
import { answerTo } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { Asked, type Deadline, type Reading, type Refused } from "./operation.ts";
import { Amount, Cursor, filled, Instant, type Output, refusalValues } from "./value.ts";

/** Milliseconds: refusals are listed for so long. */
export const refusalsListed = 86_400_000;

export const RefusalsRequest = (site: Site) => z.strictObject({ cursor: z.optional(Cursor(site)) });

const { group: _, ...asked } = Asked.shape;

export const RefusalLine = (site: Site) =>
  z.strictObject({
    refused_at: Instant(),
    who: z.string(),
    reason: z.string(),
    message: z.string(),
    values: z.optional(z.string()),
    /** Of a box by itself none. */
    zongpai: site.routes.boxLocation === false ? z.string() : z.optional(z.string()),
    ...asked,
    quantity: z.optional(Amount(site)),
  });

export const RefusalsResponse = (site: Site) =>
  z.strictObject({
    refusals: z.array(RefusalLine(site)),
    cursor: z.optional(z.string()),
  });

type KeptScan = Refused & {
  readonly zongpai?: string;
  readonly at: number;
  readonly who: string;
  readonly asked: Asked;
};

export type RefusalStore = {
  /** One query of the index, which may lag. @throws UnknownCursorError */
  readonly page: (
    since: number,
    cursor: string | undefined,
    size: number,
    deadline: Deadline,
  ) => Promise<{ readonly refused: readonly KeptScan[]; readonly cursor?: string | undefined }>;
};

/** A kept refusal as it is listed. */
export const refusalLine = (
  { condition, detail, at: refused_at, who, zongpai, asked: { group, ...asked } }: KeptScan,
  {
    errors,
    extensions,
    formats: {
      quantity: { decimals },
    },
  }: Pick<Site, "errors" | "extensions" | "formats">,
): Output<typeof RefusalLine> => {
  const { code, message } = answerTo({ condition, group }, errors);
  return {
    refused_at,
    who,
    reason: code,
    message: filled(message, detail, decimals),
    ...(extensions.refusalValues && { values: refusalValues({ condition, detail }, decimals) }),
    zongpai,
    ...asked,
  };
};

/** Newest first: those whose refusal is kept as the answer of a client's key. @throws UnknownCursorError */
export const listRefusals = async (
  { cursor }: Output<typeof RefusalsRequest>,
  { site, at, deadline, refusals }: Reading & { readonly refusals: RefusalStore },
): Promise<Output<typeof RefusalsResponse>> => {
  const page = await refusals.page(at - refusalsListed, cursor, site.overview.pageSize, deadline);
  return {
    refusals: page.refused.map((kept) => refusalLine(kept, site)),
    cursor: page.cursor,
  };
};
