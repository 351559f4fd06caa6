import { editBox } from "#lib/domain/box-edit.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { meter } from "#lib/metrics.ts";
import { boxStore } from "#lib/store/boxes.ts";
import { operations } from "#lib/store/operations.ts";
import site from "#site";

export const handler = endpoint("edit-box", editBox, { operations, meter, boxes: boxStore(site) });
