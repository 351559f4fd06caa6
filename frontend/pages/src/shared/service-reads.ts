import type { ReadId, RouteAnswer, RouteFields } from "#lib/page/requests.ts";
import type { ReadOutcome } from "#scanner/client/client.ts";
import { detailsFromOverview, type GoodsDetails } from "./goods-details.ts";
import type { RefusalText } from "./refusal.ts";
import { mayCall } from "./rights.ts";

/** The answer to a read, or the reason why it is missing. */
export type ReadResult<A> = {
  readonly answer?: A;
  readonly refused?: RefusalText;
  readonly unanswered?: boolean;
  readonly forbidden?: boolean;
};

export const readResultOf = <A>(outcome: ReadOutcome<A>): ReadResult<A> => {
  if (outcome.state === "unanswered") return { unanswered: true };
  if (outcome.state === "held") return { forbidden: true };
  if (outcome.state === "misread") return { refused: { message: outcome.message } };
  return outcome.state === "refused" ? { refused: outcome.refusal } : { answer: outcome.answer };
};

type RouteReader = <Id extends ReadId>(
  route: Id,
  fields: RouteFields<Id>,
) => Promise<ReadResult<RouteAnswer<Id>>>;

/** Reads the details of goods with one request, or with two if the site or this key lacks that route. */
export const readGoodsDetails = async (
  read: RouteReader,
  zongpai: string,
): Promise<ReadResult<GoodsDetails>> => {
  if (mayCall("get-goods-status")) {
    const status = await read("get-goods-status", { zongpai });
    if (!status.forbidden) return status;
  }
  const [{ answer, ...failed }, attachments] = await Promise.all([
    read("location-overview", { zongpai }),
    mayCall("get-attachment-status") ? read("get-attachment-status", { zongpai }) : undefined,
  ]);
  if (!answer) return failed;
  const categories = attachments?.answer?.categories ?? [];
  return { answer: detailsFromOverview(answer, categories) };
};
