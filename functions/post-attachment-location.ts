import { registerAttachmentLocation } from "#lib/domain/attachment-location.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { meter } from "#lib/metrics.ts";
import { attachmentLocationStore } from "#lib/store/attachment-locations.ts";
import { operations } from "#lib/store/operations.ts";
import site from "#site";

export const handler = endpoint("post-attachment-location", registerAttachmentLocation, {
  operations,
  meter,
  locations: attachmentLocationStore(site),
});
