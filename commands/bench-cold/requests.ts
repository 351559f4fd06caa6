import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { eventOf } from "#infra/bundle/example-event.ts";
import { routesOf } from "#lib/routes.ts";
import { documents, tableName } from "#lib/store/client.ts";
import { boxItemKey } from "#lib/store/keys.ts";
import site from "#site";

type Fields = Readonly<Record<string, unknown>>;
type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

const zongpai = site.formats.zongpai.example;
const location = site.formats.location.example;
const shownBox = site.formats.boxNo.example;
const category = site.attachment.categories[0]?.code ?? "";
const most = site.formats.quantity.most;

const eventFor = (id: string, fields: Fields): object => {
  const route = routesOf(site).find((found) => found.id === id);
  return route ? eventOf(route, fields, site) : { httpMethod: "GET", path: "/no-such-route", headers: {} };
};

/** Has one of our functions answer in this process. */
const call = async (id: string, fields: Fields): Promise<void> => {
  const { handler } = (await import(`../../functions/${id}.ts`)) as { handler: Handler };
  const { statusCode, body } = await handler(eventFor(id, fields) as APIGatewayProxyEvent, { awsRequestId: "bench" } as Context);
  if (statusCode >= 300) throw new Error(`${id} answered ${statusCode} while the table was prepared: ${body}`);
};

/** What is in the table before the first start: goods that the ERP was asked about, on a shelf, with an attachment configured. */
export const prepareTable = async (): Promise<void> => {
  await call("post-trace-location", { zongpai, location });
  await call("put-attachment-config", { zongpai, entries: [{ category, quantity: most }] });
  await call("post-box", { box_no: shownBox, zongpai, quantity: 1 });
  await call("post-attachment-box", { box_no: shownBox, zongpai, category, quantity: 1 });
};

const fieldsFor = async (id: string, box_no: string): Promise<Fields> => {
  const goods = { box_no, zongpai };
  const attachment = { ...goods, category };
  switch (id) {
    case "post-trace-location":
      return { zongpai, location };
    case "location-overview":
      return { location };
    case "get-attachment-status":
      return { zongpai };
    case "get-box-info":
      return { box_no: shownBox };
    case "post-box":
      return { ...goods, quantity: 1 };
    case "edit-box":
    case "delete-box":
      await call("post-box", { ...goods, quantity: 1 });
      return id === "edit-box" ? { ...goods, quantity: 2 } : goods;
    case "put-attachment-config":
      return { zongpai, entries: [{ category, quantity: most }] };
    case "post-attachment-location":
      return { zongpai, category, location };
    case "post-attachment-box":
      return { ...attachment, quantity: 1 };
    case "patch-attachment-box":
    case "delete-attachment-box":
      await call("post-attachment-box", { ...attachment, quantity: 1 });
      return id === "patch-attachment-box" ? { ...attachment, quantity: 2 } : attachment;
    default:
      return {};
  }
};

const statusOf: Readonly<Record<string, number>> = { ...site.success, unrouted: site.errors.gateway.unknownRoute.status };

/** The first request of a start, and what must be so after it. */
export type FirstRequest = {
  readonly event: object;
  /** @throws Error when the answer or what is in the table is not as it must be */
  readonly check: (statusCode: number) => Promise<void>;
};

let boxes = 0;

/** A request that a function was not sent before; what it needs is made first. */
export const firstRequest = async (id: string): Promise<FirstRequest> => {
  boxes += 1;
  const box_no = `COLD-${boxes}`;
  const event = eventFor(id, await fieldsFor(id, box_no));
  return {
    event,
    check: async (statusCode) => {
      if (statusCode !== statusOf[id]) throw new Error(`it answered ${statusCode}, not ${statusOf[id]}`);
      if (id !== "post-box") return;
      const { Item } = await documents.send(
        new GetCommand({ TableName: tableName, Key: boxItemKey(box_no, zongpai), ConsistentRead: true }),
      );
      if (Item?.quantity !== 1) throw new Error("it answered that it saved, and the table holds no such item");
    },
  };
};
