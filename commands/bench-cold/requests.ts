import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { exampleRequest } from "#lib/openapi/examples.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { v1 } from "#lib/routes.ts";
import { boxItemKey } from "#lib/store/keys.ts";
import site from "../../sites/demo.ts";
import { type Bench, type Fields, requestTo } from "../bench/service.ts";

const { formats, success, errors } = site;
const [zongpai, location, shownBox] = [formats.zongpai.example, formats.location.example, formats.boxNo.example];
const { most } = formats.quantity;
const category = site.attachment.categories[0]?.code ?? "";
const entries = [{ category, quantity: most }];

const callOn =
  ({ prepared }: Bench) =>
  (id: RouteId, fields: Fields) =>
    prepared(id, fields)();

/** What is in the table before the first start: goods that the ERP was asked about, on a shelf, with an attachment configured. */
export const prepareTable = async (bench: Bench): Promise<void> => {
  const call = callOn(bench);
  await call("post-trace-location", { zongpai, location });
  await call("put-attachment-config", { zongpai, entries });
  await call("post-box", { box_no: shownBox, zongpai, quantity: 1 });
  await call("post-attachment-box", { box_no: shownBox, zongpai, category, quantity: 1 });
};

/** The fields of a request to a route, its example in a box that nobody used; a change finds what it changes. */
const fieldsOf = async (bench: Bench, id: RouteId, box_no: string): Promise<Fields> => {
  const call = callOn(bench);
  const item = { box_no, zongpai, quantity: 1 };
  if (id === "edit-box" || id === "delete-box") await call("post-box", item);
  if (id === "patch-attachment-box" || id === "delete-attachment-box") await call("post-attachment-box", { ...item, category });
  const own: Partial<Record<RouteId, Fields>> = {
    "location-overview": { location },
    "get-box-info": { box_no: shownBox },
    "put-attachment-config": { zongpai, entries },
  };
  const example = exampleRequest(v1[id], site);
  return own[id] ?? ("box_no" in example ? { ...example, box_no } : example);
};

let boxes = 0;

/** A request that a function was not sent before, and the check of its answer and of what must be in the table after it. */
export const firstRequest = async (bench: Bench, id: string) => {
  boxes += 1;
  const box_no = `COLD-${boxes}`;
  const routed = id in success;
  const event: object = routed
    ? requestTo(id as RouteId, await fieldsOf(bench, id as RouteId, box_no), site)
    : { httpMethod: "GET", path: "/no-such-route", headers: {} };
  const expected = routed ? success[id as RouteId] : errors.gateway.unknownRoute.status;
  return {
    event,
    /** @throws Error when the answer or what is in the table is not as it must be */
    check: async (statusCode: number): Promise<void> => {
      if (statusCode !== expected) throw new Error(`it answered ${statusCode}, not ${expected}`);
      if (id !== "post-box") return;
      const Key = boxItemKey(box_no, zongpai);
      const { Item } = await bench.table.documents.send(new GetCommand({ TableName: bench.table.name, Key, ConsistentRead: true }));
      if (Item?.quantity !== 1) throw new Error("it answered that it saved, and the table holds no such item");
    },
  };
};
