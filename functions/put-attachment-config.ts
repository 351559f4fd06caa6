import { replaceConfig } from "#lib/domain/attachment-config.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { meter } from "#lib/metrics.ts";
import { attachmentStore } from "#lib/store/attachments.ts";
import { operations } from "#lib/store/operations.ts";
import { placeStore } from "#lib/store/places.ts";
import site from "#site";

export const handler = endpoint("put-attachment-config", replaceConfig, {
  operations,
  meter,
  attachments: attachmentStore(site),
  places: placeStore(site),
});
