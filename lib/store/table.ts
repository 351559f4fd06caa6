/**
 * The one table (single-table design). The CDK table, the local table and docs/access-patterns.md are made from this;
 * every key is built in keys.ts.
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
      ...["zongpai", "category", "off_shelf", "location", "area", "at", "who", "box_no", "quantity"],
      ...["v", "event", "refusal", "asked"],
    ],
  },
} as const;

type AccessPattern = { readonly question: string; readonly keys: string; readonly by: string };

/** The questions that the table answers, each with the one read or write that answers it. */
export const accessPatterns: readonly AccessPattern[] = [
  {
    question: "Has this operation an answer already, a receipt or a refusal?",
    keys: "pk = Z#<zongpai>, sk = OP#<id>",
    by: "condition of its transaction, or of the PutItem of its refusal",
  },
  { question: "Where are the goods and their attachments?", keys: "pk = Z#<zongpai>, sk between LOC and LOC#…", by: "Query, consistent" },
  { question: "What is in a box, and what did the ERP last say of it?", keys: "pk = B#<box_no>", by: "Query, consistent" },
  {
    question: "Which quantity does one item have, and was its correction recorded before?",
    keys: "pk = B#<box_no>, sk = Z#<zongpai>; the operation row; for an attachment, the goods row",
    by: "BatchGetItem, consistent",
  },
  {
    question: "Which boxes hold the goods?",
    keys: "byPlace: place_pk = Z#<zongpai>, place_sk between B# and B#…",
    by: "Query of the index, may lag",
  },
  {
    question: "What is where, in order of area and location, and what is off the shelf, oldest first?",
    keys: "byPlace: place_pk = P#<shard>, place_sk between S#[<area>#[<location>#]] and …; off the shelf ~off#<at>#<zongpai>",
    by: "one Query of the index a shard, in parallel, merged; may lag",
  },
  {
    question: "Record where goods are, unless a newer scan is known",
    keys: "OP row; Z#<zongpai> / LOC if absent or not newer; Z#<zongpai> / GOODS if verified, where the site refuses unknown goods",
    by: "TransactWriteItems",
  },
  {
    question: "Take goods or an attachment that left off the map, unless a newer scan is known",
    keys: "OP row; Z#<zongpai> / LOC or LOC#<category> if absent or not newer, without a place in the index; for an attachment, Z#<zongpai> / GOODS",
    by: "TransactWriteItems",
  },
  {
    question: "Save goods into a box once",
    keys: "OP row; B#<box_no> / Z#<zongpai> if absent; Z#<zongpai> / GOODS if verified and within the cap; B#<box_no> / #ERP where the site requires a known box",
    by: "TransactWriteItems",
  },
  {
    question: "Correct or take out goods in a box",
    keys: "OP row; B#<box_no> / Z#<zongpai> if the quantity is the one read; Z#<zongpai> / GOODS",
    by: "TransactWriteItems",
  },
  {
    question: "Move goods or an attachment from one box into another",
    keys: "OP row; the item in the first box, if the quantity is the one believed; the item in the second, if absent; Z#<zongpai> / GOODS; B#<to_box_no> / #ERP where the site requires a known box",
    by: "TransactWriteItems",
  },
  {
    question: "What is the state of the attachments, and where are they?",
    keys: "pk = Z#<zongpai>, sk between GOODS and LOC#…",
    by: "Query, consistent",
  },
  {
    question: "Replace the configuration of the attachments",
    keys: "OP row; Z#<zongpai> / GOODS if its config_rev, what the guard protects and the headroom are as read",
    by: "BatchGetItem, consistent (the goods and the operation row); TransactWriteItems",
  },
  {
    question: "Record where an attachment is",
    keys: "OP row; Z#<zongpai> / LOC#<category> if absent or not newer; Z#<zongpai> / GOODS",
    by: "TransactWriteItems",
  },
  {
    question: "Save, correct or take out an attachment in a box",
    keys: "OP row; B#<box_no> / Z#<zongpai>#A#<category>; Z#<zongpai> / GOODS if configured, within the cap and verified; B#<box_no> / #ERP where the site requires a known box",
    by: "TransactWriteItems",
  },
  {
    question: "What has happened to the goods, newest first?",
    keys: "byPlace: place_pk = Z#<zongpai>, place_sk between H# and H#<at>#<id>; only where the site serves a history",
    by: "Query of the index, backwards, may lag",
  },
  {
    question: "What has happened to the goods, all of it?",
    keys: "pk = Z#<zongpai>, sk between OP# and OP#…; the goods row",
    by: "Query and BatchGetItem, consistent (npm run trace)",
  },
  {
    question: "Do all counters agree with the entries?",
    keys: "the whole table, in segments; then goods that may be wrong, with all their rows",
    by: "Scan; Query and BatchGetItem, consistent (npm run audit)",
  },
  {
    question: "Does a profile fit what is recorded?",
    keys: "the whole index, in segments; pk = SITE, sk = ANSWERS",
    by: "Scan of the index, GetItem (npm run table)",
  },
  {
    question: "Keep the ERP's last good row of a box, or forget it",
    keys: "pk = B#<box_no>, sk = #ERP",
    by: "PutItem, or in the save's transaction; DeleteItem",
  },
];
