import type * as z from "zod";
import { CategoriesRequest, CategoriesResponse } from "./domain/attachment.ts";
import {
  AttachmentBoxDeleteRequest,
  AttachmentBoxEditRequest,
  AttachmentBoxRequest,
  AttachmentBoxResponse,
} from "./domain/attachment-box.ts";
import { AttachmentConfigRequest, AttachmentConfigResponse } from "./domain/attachment-config.ts";
import { AttachmentLocationRequest, AttachmentLocationResponse } from "./domain/attachment-location.ts";
import { AttachmentStatusRequest, AttachmentStatusResponse } from "./domain/attachment-status.ts";
import { BoxSaveRequest, BoxSaveResponse } from "./domain/box.ts";
import { BoxDeleteRequest, BoxEditRequest } from "./domain/box-edit.ts";
import { BoxInfoRequest, BoxInfoResponse } from "./domain/box-info.ts";
import { LocationRequest, LocationResponse } from "./domain/location.ts";
import { OverviewRequest, OverviewResponse } from "./domain/overview.ts";
import { type RouteId, routeIds } from "./route-ids.ts";
import type { Address, Method, RouteRow } from "./route-row.ts";
import type { Site } from "./site/schema.ts";

/** The accessory group: its own error handlers (specification §7.4). */
const attachment = { module: "attachment", errors: "accessory" } as const;

const fixed = (method: Method, path: string) => () => ({ method, path }) as const;
const inBody = () => "body" as const;
const inQuery = () => "query" as const;

/**
 * The one route group (specification §9: the route modules belong to a group named v1). A row's name is its route id and the
 * name of its file under `functions/`; the gateway, the description and the tests are loops over this table.
 */
export const v1 = {
  "post-trace-location": {
    module: "location",
    kind: "write",
    at: fixed("POST", "/trace/location"),
    fieldsIn: inBody,
    errors: "product",
    access: { table: ["PutItem"], index: false, erp: false },
    input: LocationRequest,
    output: LocationResponse,
    summary: "Register where goods are, on a shelf or off it",
  },
  "location-overview": {
    module: "location",
    kind: "read",
    at: (site) => ({ method: "GET", path: site.routes.overview }),
    fieldsIn: inQuery,
    errors: "product",
    access: { table: ["Query"], index: true, erp: false },
    input: OverviewRequest,
    output: OverviewResponse,
    summary: "Location overview (paicha) of the warehouse, an area, a location, what is off the shelf, or one zongpai",
    notes:
      "Pages come from an index that may lag by a moment. Of one zongpai the location is exact and only the boxes that hold it may lag. An entry that moves while a client pages may be seen again on a later page, or missed; none is shown twice in one page.",
  },
  "get-box-info": {
    module: "box",
    kind: "read",
    at: fixed("GET", "/box/info"),
    fieldsIn: inQuery,
    errors: "product",
    access: { table: ["Query", "PutItem", "DeleteItem"], index: false, erp: true },
    input: BoxInfoRequest,
    output: BoxInfoResponse,
    summary: "What the ERP says of a box, and the items saved in it",
  },
  "post-box": {
    module: "box",
    kind: "write",
    at: fixed("POST", "/box"),
    fieldsIn: inBody,
    errors: "product",
    access: { table: ["PutItem", "UpdateItem", "ConditionCheckItem"], index: false, erp: true },
    input: BoxSaveRequest,
    output: BoxSaveResponse,
    summary: "Save goods into a box",
  },
  "edit-box": {
    module: "box",
    kind: "write",
    at: (site) => site.routes.editBox,
    fieldsIn: inBody,
    errors: "product",
    access: { table: ["BatchGetItem", "PutItem", "UpdateItem"], index: false, erp: false },
    input: BoxEditRequest,
    output: BoxSaveResponse,
    summary: "Correct the quantity of goods in a box",
  },
  "delete-box": {
    module: "box",
    kind: "write",
    at: (site) => site.routes.deleteBox,
    fieldsIn: (site) => site.routes.deleteFields,
    errors: "product",
    access: { table: ["BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"], index: false, erp: false },
    input: BoxDeleteRequest,
    output: BoxSaveResponse,
    summary: "Take goods out of a box; the answer carries the quantity that was taken out",
  },
  "get-attachment-categories": {
    ...attachment,
    kind: "read",
    at: fixed("GET", "/attachment/categories"),
    fieldsIn: inQuery,
    access: { table: [], index: false, erp: false },
    input: CategoriesRequest,
    output: CategoriesResponse,
    summary: "The attachment categories",
  },
  "get-attachment-status": {
    ...attachment,
    kind: "read",
    at: fixed("GET", "/attachment/status"),
    fieldsIn: inQuery,
    access: { table: ["Query"], index: false, erp: false },
    input: AttachmentStatusRequest,
    output: AttachmentStatusResponse,
    summary: "The attachments of goods that are configured, boxed or located: evidence, boxed quantity, headroom and location",
  },
  "put-attachment-config": {
    ...attachment,
    kind: "write",
    at: fixed("PUT", "/attachment/config"),
    fieldsIn: inBody,
    queryFields: ["dry_run"],
    access: { table: ["BatchGetItem", "Query", "PutItem", "UpdateItem"], index: true, erp: false },
    input: AttachmentConfigRequest,
    output: AttachmentConfigResponse,
    summary: "Replace the attachment configuration of goods as a whole",
  },
  "post-attachment-location": {
    ...attachment,
    kind: "write",
    at: fixed("POST", "/attachment/location"),
    fieldsIn: inBody,
    access: { table: ["PutItem", "UpdateItem"], index: false, erp: false },
    input: AttachmentLocationRequest,
    output: AttachmentLocationResponse,
    summary: "Register where an attachment is, on a shelf or off it",
  },
  "post-attachment-box": {
    ...attachment,
    kind: "write",
    at: fixed("POST", "/attachment/box"),
    fieldsIn: inBody,
    access: { table: ["PutItem", "UpdateItem", "ConditionCheckItem"], index: false, erp: true },
    input: AttachmentBoxRequest,
    output: AttachmentBoxResponse,
    summary: "Save an attachment into a box",
  },
  "patch-attachment-box": {
    ...attachment,
    kind: "write",
    at: fixed("PATCH", "/attachment/box"),
    fieldsIn: inBody,
    access: { table: ["BatchGetItem", "PutItem", "UpdateItem"], index: false, erp: false },
    input: AttachmentBoxEditRequest,
    output: AttachmentBoxResponse,
    summary: "Correct the quantity of an attachment in a box",
  },
  "delete-attachment-box": {
    ...attachment,
    kind: "write",
    at: fixed("DELETE", "/attachment/box"),
    fieldsIn: (site) => site.routes.deleteFields,
    access: { table: ["BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"], index: false, erp: false },
    input: AttachmentBoxDeleteRequest,
    output: AttachmentBoxResponse,
    summary: "Take an attachment out of a box; the answer carries the quantity that was taken out",
  },
} as const satisfies Record<RouteId, RouteRow>;

export type Input<Id extends RouteId> = z.output<ReturnType<(typeof v1)[Id]["input"]>>;
export type Output<Id extends RouteId> = z.output<ReturnType<(typeof v1)[Id]["output"]>>;

export type Route = Address & { readonly id: RouteId; readonly row: RouteRow };

/** The routes that a site serves, each with its method and full path. */
export const routesOf = (site: Site): Route[] =>
  routeIds.flatMap((id) => {
    const at = v1[id].at(site);
    return at ? [{ id, method: at.method, path: site.basePath + at.path, row: v1[id] }] : [];
  });
