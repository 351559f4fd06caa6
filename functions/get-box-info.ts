import { boxInfo } from "#lib/domain/box-info.ts";
import { erpReader } from "#lib/erp/reader.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { meter } from "#lib/metrics.ts";
import { boxStore } from "#lib/store/boxes.ts";
import { erpCopyStore } from "#lib/store/erp-copies.ts";
import site from "#site";

export const handler = endpoint("get-box-info", boxInfo, {
  meter,
  boxes: boxStore(site),
  copies: erpCopyStore(site),
  erp: erpReader(site),
});
