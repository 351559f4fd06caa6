/**
 * The one table (single-table design). The CDK table and the local table are made from this; every key is built in keys.ts.
 * docs/access-patterns.md lists the questions that it answers: who adds a read or a write adds its line there.
 */
export const table = {
  partitionKey: "pk",
  sortKey: "sk",
  /** TTL attribute, epoch seconds. Reads ignore an expired item, because DynamoDB deletes it late. */
  timeToLive: "expires_at",
  index: {
    name: "byPlace",
    partitionKey: "place_pk",
    sortKey: "place_sk",
    /**
     * What the overview, the history and the refusals show. Counters are not in the index, so a change of a counter costs no index write.
     * Operation rows are in it only where the site has an endpoint that lists them.
     */
    projected: [
      ...[
        "zongpai",
        "category",
        "off_shelf",
        "location",
        "area",
        "at",
        "who",
        "box_no",
        "quantity",
      ],
      ...["v", "event", "refusal", "asked"],
    ],
  },
} as const;
