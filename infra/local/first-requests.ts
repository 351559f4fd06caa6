import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import { json } from "node:stream/consumers";
import type { RouteId } from "#lib/route-ids.ts";
import { routesOf, type ServedRoute } from "#lib/routes.ts";
import { requestOf } from "../request.ts";
import { localCredentials } from "./authenticate-key.ts";
import type { LocalStage } from "./stage.ts";

const quoteForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const requestTo = ({ site, url }: LocalStage, id: RouteId, fields: object, key?: string) => {
  const route = routesOf(site).find((served) => served.id === id) as ServedRoute;
  const { target, ...request } = requestOf(route, fields, site, key);
  return { ...request, address: url + target };
};

/** The credentials of a request as a shell writes them; the user sets the variable TOKEN. */
const shellCredentials = ({ site, apiKeys }: LocalStage): string =>
  site.auth.scheme === "jwt"
    ? ' -H "authorization: Bearer $TOKEN"'
    : headersOf(localCredentials(site, apiKeys));

const headersOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => ` -H ${quoteForShell(`${name}: ${value}`)}`)
    .join("");

const goodsIn = async (stage: LocalStage, box_no: string): Promise<unknown[]> => {
  const { site, apiKeys } = stage;
  const { address } = requestTo(stage, "get-box-info", { box_no });
  // `fetch` would take 14 MB of the memory of a stage.
  const request = get(address, { headers: localCredentials(site, apiKeys) });
  const [response] = await once(request, "response");
  const answer = (await json(response)) as Record<string, Record<string, unknown>[] | undefined>;
  return (answer[site.fields.items] ?? []).map((item) => item[site.fields.zongpai]);
};

/** Finds goods and a box that does not hold them, because with an earlier run's data it may. */
const findFreePair = async (stage: LocalStage): Promise<{ zongpai: string; box_no: string }> => {
  const { erp, site } = stage;
  const { goods, boxes } = erp instanceof Error ? { goods: [], boxes: [] } : erp;
  for (const box_no of boxes) {
    const boxedGoods = await goodsIn(stage, box_no);
    const zongpai = goods.find((candidate) => !boxedGoods.includes(candidate));
    if (zongpai) return { zongpai, box_no };
  }
  const { zongpai, boxNo } = site.formats;
  return { zongpai: goods[0] ?? zongpai.example, box_no: boxes[0] ?? boxNo.example };
};

/**
 * Three `curl` lines with the site's own names, which can be pasted: register goods, save them into a box, read the box.
 * If the site has a header for keys, each write has a new key. If the site uses tokens, the shell variable TOKEN must have one.
 */
export const firstRequests = async (stage: LocalStage): Promise<string[]> => {
  const { location, quantity } = stage.site.formats;
  const { zongpai, box_no } = await findFreePair(stage);
  const credentials = shellCredentials(stage);
  const writeLine = (flags: string, id: RouteId, fields: object) => {
    const { address, headers, body = "" } = requestTo(stage, id, fields, randomUUID());
    return `curl ${flags} ${address}${headersOf(headers)}${credentials} -d ${quoteForShell(body)}`;
  };
  const saved = { box_no, zongpai, quantity: quantity.least };
  return [
    writeLine("-s", "post-trace-location", { zongpai, location: location.example }),
    // `-i` shows the headers of the answer; one of them marks a stored answer.
    writeLine("-si", "post-box", saved),
    `curl -s ${quoteForShell(requestTo(stage, "get-box-info", { box_no }).address)}${credentials}`,
  ];
};
