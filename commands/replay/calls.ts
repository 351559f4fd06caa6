import type { RouteId } from "#lib/route-ids.ts";
import { type RouteRow, v1 } from "#lib/routes.ts";
import site from "#site";
import type { Call } from "./client.ts";
import type { Box, Goods } from "./data.ts";

/** A write is known by its key, so that it can be sent any number of times. */
export type Write = Call & { readonly key: string };

const addressOf = (id: RouteId) => {
  const row: RouteRow = v1[id];
  const address = row.at(site);
  if (!address) throw new Error(`The site does not serve ${id}.`);
  return address;
};

const query = (id: RouteId, name: string, value: string): Call => {
  const { method, path } = addressOf(id);
  return { method, path: `${path}?${new URLSearchParams({ [name]: value })}` };
};

/**
 * The requests for one line and one box, in the demo site's words. The keys come from the run and the line alone: sent again,
 * by a storm or by a whole second replay, they name the same scan, and no scan is counted twice.
 */
export const calls = {
  register: (run: string, { zongpai, location }: Goods): Write => ({
    ...addressOf("post-trace-location"),
    key: `replay-${run}-loc-${zongpai}`,
    body: { zongpai, ...(location === undefined ? { off_shelf: true } : { location }) },
  }),
  box: (run: string, { box_no, zongpai, received }: Goods): Write => ({
    ...addressOf("post-box"),
    key: `replay-${run}-box-${zongpai}`,
    body: { box_no, zongpai, quantity: received },
  }),
  boxInfo: ({ box_no }: Box): Call => query("get-box-info", "box_no", box_no),
  overview: ({ zongpai }: Goods): Call => query("location-overview", "zongpai", zongpai),
} as const;
