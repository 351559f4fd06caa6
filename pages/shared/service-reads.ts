import type { ReadId, RouteAnswer, RouteFields } from "#lib/page/requests.ts";
import type { ReadOutcome } from "#scanner/client/client.ts";
import { detailsFromOverview, type GoodsDetails } from "./goods-details.ts";
import type { RefusalText } from "./refusal.ts";
import { mayCall } from "./rights.ts";

/** What came of a question; without an answer, why. */
export type ReadResult<A> = {
  readonly answer?: A;
  readonly refused?: RefusalText;
  /** Nobody answered. */
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

/** All about goods, by two questions where the site or this key has not the one. */
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
  return answer
    ? { answer: detailsFromOverview(answer, attachments?.answer?.categories ?? []) }
    : failed;
};
