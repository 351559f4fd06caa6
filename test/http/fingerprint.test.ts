import { describe, expect, it } from "vitest";
import { exactlyOnce } from "#lib/http/exactly-once.ts";
import type { WriteEvent } from "#lib/http/request.ts";
import { silentMeter } from "#lib/metrics.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { endpoints } from "#lib/routes.ts";
import { openService } from "#lib/service.ts";
import demo from "../../sites/demo.ts";

/** The fingerprint of a request with these fields, in canonical names and scaled integers. */
const fingerprintOf = (id: RouteId, input: object): string => {
  const receipts = { storeRefusal: () => expect.unreachable("nothing is refused") };
  const respond = () => ({ statusCode: 201, body: "" });
  const service = openService(demo, silentMeter);
  const { before } = exactlyOnce(endpoints[id], receipts, respond, service);
  const request = { event: { input, requestContext: {} } as WriteEvent, context: {} };
  before?.(request as Parameters<NonNullable<typeof before>>[0]);
  return request.event.operation.fingerprint;
};

// Stored by the last release. With other fingerprints, a request that is repeated after an upgrade would be refused because its key is used.
const stored: [RouteId, object, string][] = [
  [
    "post-trace-location",
    { zongpai: "PO1-1", location: "L1-A-1" },
    "c2ddeae7eada15f26548bb46de07ce8848edb18b38ac8aa530494d813ee9e001",
  ],
  [
    "post-trace-location",
    { off_shelf: true, zongpai: "PO1-1", location: undefined },
    "a3be9816a27c599771fddcdbbf27db2448469f06f1d3098a0780f469b91c194c",
  ],
  [
    "post-box",
    { zongpai: "PO1-1", quantity: 12_500, box_no: "BX1" },
    "cd52a5ad7db5b82cd5c9c946df0182efac1d58018e6b2f41a94fc9e1509f3bfa",
  ],
  [
    "put-attachment-config",
    {
      zongpai: "箱-1",
      entries: [{ quantity: 2, category: "A" }, { category: "B" }],
      10: 1,
      9: null,
    },
    "d2a5a9bab88940afa14bd078ec796dd389547fedd951c1980b03b857377b7bf4",
  ],
];

describe("exactly once: the fingerprint of a request", () => {
  it.each(stored)("of %s with %j equals that of the last release", (id, input, fingerprint) => {
    expect(fingerprintOf(id, input)).toBe(fingerprint);
  });

  it("does not depend on the order of the fields", () => {
    for (const [id, input, fingerprint] of stored) {
      const reversed = Object.fromEntries(Object.entries(input).toReversed());
      expect(fingerprintOf(id, reversed)).toBe(fingerprint);
    }
  });
});
