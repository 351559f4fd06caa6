import type { RouteId } from "../route-ids.ts";

/**
 * The names of the schemas in the description; those that the specification names (§2: BoxInfoResponse, BoxSaveRequest,
 * BoxSaveResponse) keep their names, the others are called as in `lib/domain`. Two routes may share one.
 */
export const schemaNames = {
  "post-trace-location": { input: "LocationRequest", output: "LocationResponse" },
  "location-overview": { input: "OverviewRequest", output: "OverviewResponse" },
  "get-box-info": { input: "BoxInfoRequest", output: "BoxInfoResponse" },
  "post-box": { input: "BoxSaveRequest", output: "BoxSaveResponse" },
  "edit-box": { input: "BoxEditRequest", output: "BoxSaveResponse" },
  "delete-box": { input: "BoxDeleteRequest", output: "BoxSaveResponse" },
  "get-attachment-categories": { input: "CategoriesRequest", output: "CategoriesResponse" },
  "get-attachment-status": { input: "AttachmentStatusRequest", output: "AttachmentStatusResponse" },
  "put-attachment-config": { input: "AttachmentConfigRequest", output: "AttachmentConfigResponse" },
  "post-attachment-location": { input: "AttachmentLocationRequest", output: "AttachmentLocationResponse" },
  "post-attachment-box": { input: "AttachmentBoxRequest", output: "AttachmentBoxResponse" },
  "patch-attachment-box": { input: "AttachmentBoxEditRequest", output: "AttachmentBoxResponse" },
  "delete-attachment-box": { input: "AttachmentBoxDeleteRequest", output: "AttachmentBoxResponse" },
} as const satisfies Record<RouteId, { readonly input: string; readonly output: string }>;

export type SchemaName = (typeof schemaNames)[RouteId]["input" | "output"];
