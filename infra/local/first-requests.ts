import { randomUUID } from "node:crypto";
import { routesOf } from "#lib/routes.ts";
import { localCredentials } from "./authenticate-key.ts";
import type { Stage } from "./stage.ts";

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const routeOf = ({ site, url }: Stage, id: string) => {
  const { method = "", path = "" } = routesOf(site).find((route) => route.id === id) ?? {};
  return { method, address: url + path };
};

const boxInfoUrl = (stage: Stage, boxNo: string): string => {
  const query = new URLSearchParams({ [stage.site.fields.box_no]: boxNo });
  return `${routeOf(stage, "get-box-info").address}?${query}`;
};

/** The credentials of a request as a shell writes them; the user sets the variable TOKEN. */
const shellCredentials = ({ site, apiKeys }: Stage): string =>
  site.auth.scheme === "jwt"
    ? ' -H "authorization: Bearer $TOKEN"'
    : Object.entries(localCredentials(site, apiKeys))
        .map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`)
        .join("");

const goodsIn = async (stage: Stage, boxNo: string): Promise<unknown[]> => {
  const { site, apiKeys } = stage;
  const headers = localCredentials(site, apiKeys);
  const response = await fetch(boxInfoUrl(stage, boxNo), { headers });
  const answer = (await response.json()) as Record<string, Record<string, unknown>[] | undefined>;
  return (answer[site.fields.items] ?? []).map((item) => item[site.fields.zongpai]);
};

/** Goods and a box that does not hold them yet, for on an earlier run's data they may. */
const freePair = async (stage: Stage): Promise<{ zongpai: string; boxNo: string }> => {
  const { erp, site } = stage;
  const { goods, boxes } = erp instanceof Error ? { goods: [], boxes: [] } : erp;
  for (const boxNo of boxes) {
    const taken = await goodsIn(stage, boxNo);
    const zongpai = goods.find((candidate) => !taken.includes(candidate));
    if (zongpai) return { zongpai, boxNo };
  }
  const { zongpai, boxNo } = site.formats;
  return { zongpai: goods[0] ?? zongpai.example, boxNo: boxes[0] ?? boxNo.example };
};

/**
 * Three `curl` lines with the site's own names, which can be pasted: register goods, save them into a box, read the box.
 * If the site has a header for keys, the save has a new key. If the site uses tokens, the shell variable TOKEN must have one.
 */
export const firstRequests = async (stage: Stage): Promise<string[]> => {
  const { fields, formats, extensions } = stage.site;
  const { zongpai, boxNo } = await freePair(stage);
  const shell = shellCredentials(stage);
  const { idempotencyKey } = extensions;
  const key =
    idempotencyKey && "header" in idempotencyKey
      ? [`${idempotencyKey.header}: ${randomUUID()}`]
      : [];
  const write = (flags: string, id: string, body: object, headers: readonly string[] = []) => {
    const { method, address } = routeOf(stage, id);
    const sent = ["content-type: application/json", ...headers].map(
      (text) => ` -H ${quoted(text)}`,
    );
    const verb = method === "POST" ? "" : ` -X ${method}`;
    return `curl ${flags}${verb} ${address}${sent.join("")}${shell} -d ${quoted(JSON.stringify(body))}`;
  };
  const located = { [fields.zongpai]: zongpai, [fields.location]: formats.location.example };
  const quantity = formats.quantity.least;
  const saved = { [fields.box_no]: boxNo, [fields.zongpai]: zongpai, [fields.quantity]: quantity };
  return [
    write("-s", "post-trace-location", located),
    // With the answer's headers, one of which marks a stored answer.
    write("-si", "post-box", saved, key),
    `curl -s ${quoted(boxInfoUrl(stage, boxNo))}${shell}`,
  ];
};
