import { randomUUID } from "node:crypto";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import type { ErpSample } from "../erp/demo-erp.ts";
import { localCredentials } from "./authenticate-key.ts";
import type { Stage } from "./stage.ts";

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const boxInfoUrl = (site: Site, url: string, boxNo: string): string => {
  const route = routesOf(site).find(({ id }) => id === "get-box-info");
  return `${url}${route?.path}?${encodeURIComponent(site.fields.box_no)}=${encodeURIComponent(boxNo)}`;
};

const credentials = ({ site, apiKeys }: Stage) => localCredentials(site, apiKeys);

/** The credentials of a request as a shell writes them. The stage has no token; the user puts one into the shell variable. */
const shellCredentials = (stage: Stage): string =>
  stage.site.auth.scheme === "jwt"
    ? ' -H "authorization: Bearer $TOKEN"'
    : Object.entries(credentials(stage))
        .map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`)
        .join("");

/** The goods in a box, asked from the running service. */
const goodsIn = async (stage: Stage, boxNo: string): Promise<ReadonlySet<unknown>> => {
  const { site, url } = stage;
  const answer = (await (
    await fetch(boxInfoUrl(site, url, boxNo), { headers: credentials(stage) })
  ).json()) as Record<string, unknown>;
  const items = answer[site.fields.items];
  return new Set(
    Array.isArray(items)
      ? items.map((item: Record<string, unknown>) => item[site.fields.zongpai])
      : [],
  );
};

/** Goods and a box that does not hold them yet, so that saving also succeeds on a data directory that was used before. */
const freePair = async (stage: Stage): Promise<{ zongpai: string; boxNo: string }> => {
  const { site, erp } = stage;
  const { goods, boxes }: ErpSample = erp instanceof Error ? { goods: [], boxes: [] } : erp;
  for (const boxNo of boxes) {
    const taken = await goodsIn(stage, boxNo);
    const zongpai = goods.find((candidate) => !taken.has(candidate));
    if (zongpai) return { zongpai, boxNo };
  }
  return {
    zongpai: goods[0] ?? site.formats.zongpai.example,
    boxNo: boxes[0] ?? site.formats.boxNo.example,
  };
};

/**
 * Three `curl` lines with the site's own names, which can be pasted: register goods, save them into a box, read the box.
 * If the site has a header for keys, the save has a new key. If the site uses tokens, the shell variable TOKEN must have one.
 */
export const firstRequests = async (stage: Stage): Promise<string[]> => {
  const { site, url } = stage;
  const { fields, formats, extensions } = site;
  const { zongpai, boxNo } = await freePair(stage);
  const shell = shellCredentials(stage);
  const key =
    extensions.idempotencyKey && "header" in extensions.idempotencyKey
      ? extensions.idempotencyKey.header
      : undefined;
  const post = (
    flags: string,
    id: string,
    body: Record<string, unknown>,
    headers: readonly string[] = [],
  ) => {
    const route = routesOf(site).find((candidate) => candidate.id === id);
    const sent = ["content-type: application/json", ...headers]
      .map((header) => ` -H ${quoted(header)}`)
      .join("");
    const method = route?.method === "POST" ? "" : ` -X ${route?.method}`;
    return `curl ${flags}${method} ${url}${route?.path}${sent}${shell} -d ${quoted(JSON.stringify(body))}`;
  };
  return [
    post("-s", "post-trace-location", {
      [fields.zongpai]: zongpai,
      [fields.location]: formats.location.example,
    }),
    // With the headers of the answer: when the request is sent again, one of them marks the stored answer.
    post(
      "-si",
      "post-box",
      {
        [fields.box_no]: boxNo,
        [fields.zongpai]: zongpai,
        [fields.quantity]: formats.quantity.least,
      },
      key ? [`${key}: ${randomUUID()}`] : [],
    ),
    `curl -s ${quoted(boxInfoUrl(site, url, boxNo))}${shell}`,
  ];
};
