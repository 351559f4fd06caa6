/**
 * The one table (single-table design), from which the CDK table and the local table are made; keys.ts builds every key; docs/access-patterns.md
 * has the questions that it answers.
 */
export const tableLayout = {
  partitionKey: "pk",
  sortKey: "sk",
  /** TTL attribute, epoch seconds. Reads ignore an expired item, because DynamoDB deletes it late. */
  timeToLive: "expires_at",
  index: {
    name: "byPlace",
    partitionKey: "place_pk",
    sortKey: "place_sk",
    /**
     * The attributes that pages show. Counters are not in the index, so their changes cost no index write. DynamoDB changes no projection of a
     * live index. So a later shown field of a place goes into `event`, a map that the rows of places leave empty today (docs/add-an-endpoint.md).
     */
    projected: [
      ...["zongpai", "category", "off_shelf", "location", "area", "at", "who"],
      ...["box_no", "quantity", "v", "event", "refusal", "asked"],
    ],
  },
} as const;
