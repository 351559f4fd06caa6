import { saveBox } from "#lib/domain/box.ts";
import { erpReader } from "#lib/erp/reader.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { meter } from "#lib/metrics.ts";
import { boxStore } from "#lib/store/boxes.ts";
import { operations } from "#lib/store/operations.ts";
import site from "#site";

export const handler = endpoint("post-box", saveBox, { operations, meter, boxes: boxStore(site), erp: erpReader(site) });
