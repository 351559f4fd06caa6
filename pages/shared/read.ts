import type { Answer, Fields, ReadId } from "#lib/page/requests.ts";
import type { ReadOutcome } from "#scanner/client/client.ts";
import { type Goods, together } from "./goods.ts";
import { may } from "./may.ts";
import type { Refused } from "./refusal.ts";

/** What came of a question; without an answer, why. */
export type Read<A> = {
  readonly answer?: A;
  readonly refused?: Refused;
  /** Nobody answered. */
  readonly silent?: boolean;
  readonly forbidden?: boolean;
};

export const readOf = <A>(outcome: ReadOutcome<A>): Read<A> => {
  if (outcome.state === "unanswered") return { silent: true };
  if (outcome.state === "held") return { forbidden: true };
  if (outcome.state === "misread") return { refused: { message: outcome.message } };
  return outcome.state === "refused" ? { refused: outcome.refusal } : { answer: outcome.answer };
};

type Reader = <Id extends ReadId>(route: Id, fields: Fields<Id>) => Promise<Read<Answer<Id>>>;

/** All about goods, by two questions where the site or this key has not the one. */
export const readGoods = async (read: Reader, zongpai: string): Promise<Read<Goods>> => {
  if (may("get-goods-status")) {
    const status = await read("get-goods-status", { zongpai });
    if (!status.forbidden) return status;
  }
  const [{ answer, ...failed }, attachments] = await Promise.all([
    read("location-overview", { zongpai }),
    may("get-attachment-status") ? read("get-attachment-status", { zongpai }) : undefined,
  ]);
  return answer ? { answer: together(answer, attachments?.answer?.categories ?? []) } : failed;
};
