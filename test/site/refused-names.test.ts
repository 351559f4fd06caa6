import { type Case, refusesFor } from "./refused.ts";

const cases: readonly Case[] = [
  [
    "two fields with one wire name",
    { "fields.quantity": "box_no" },
    "fields.quantity",
    '"box_no" already names another field',
  ],
  [
    "a field and an extension with one wire name",
    { "extensions.scannedAt": "zongpai" },
    "extensions.scannedAt",
    "already names another field",
  ],
  [
    "two extensions with one wire name",
    { "extensions.dryRun": "scanned_at" },
    "extensions.dryRun",
    "already names another field",
  ],
  [
    "a wire name that parsers treat in a way of their own",
    { "fields.label": "__proto__" },
    "fields.label",
    "cannot name a field",
  ],
  [
    "a wire name with a space",
    { "fields.label": "the label" },
    "fields.label",
    "(§2: What is each field called on the wire?)",
  ],
  ["a wire name of nothing", { "fields.label": "" }, "fields.label", "(§2:"],
  ["a field without a name", { "fields.label": undefined }, "fields.label", "is not answered (§2:"],
  [
    "a name for a field that does not exist",
    { "fields.colour": "colour" },
    "fields.colour",
    "is not asked",
  ],
  [
    "a key in a header of another meaning",
    { "extensions.idempotencyKey": { header: "Authorization" } },
    "extensions.idempotencyKey",
    "meaning of its own",
  ],
  [
    "a mark in a header of another meaning",
    { "extensions.replayed": "Retry-After" },
    "extensions.replayed",
    "meaning of its own",
  ],
  [
    "a mark with the name of the key",
    { "extensions.replayed": "idempotency-key" },
    "extensions.replayed",
    "the name of the key's header",
  ],
  [
    "refusals where no key names a scan",
    { "extensions.idempotencyKey": false },
    "routes.refusals",
    "no refusal is kept",
  ],
  [
    "an area twice",
    { "location.areas": ["L1", "L1"] },
    "location.areas",
    'the area "L1" stands twice',
  ],
  [
    "two events with one word",
    { "history.did.late": "moved" },
    "history.did.late",
    "is said of another event",
  ],
  [
    "a mark without a key",
    { "extensions.idempotencyKey": false },
    "extensions.replayed",
    "nothing is replayed",
  ],
  [
    "a key of fields that do not exist",
    { "extensions.idempotencyKey": { fields: ["colour"] } },
    "extensions.idempotencyKey.fields[0]",
    "(§4:",
  ],
  [
    "a key of fields that no write takes",
    { "extensions.idempotencyKey": { fields: ["cursor"], refusalStands: 60 } },
    "extensions.idempotencyKey",
    'no write takes "cursor"',
  ],
  [
    "a key of fields that are switched off",
    {
      "extensions.idempotencyKey": { fields: ["scanned_at"], refusalStands: 60 },
      "extensions.scannedAt": false,
    },
    "extensions.idempotencyKey",
    '"scanned_at" is switched off',
  ],
  [
    "two states with one word",
    { "erp.states.copy": "live" },
    "erp.states.copy",
    "is said of another state",
  ],
  [
    "two columns with one name",
    {
      "erp.boxes.columns": [
        { column: "a", name: "c" },
        { column: "b", name: "c" },
      ],
    },
    "erp.boxes.columns",
    'two columns are named "c"',
  ],
  [
    "a view without a name",
    { "erp.zongpais.relation": "erp." },
    "erp.zongpais.relation",
    "a dot with no name beside it",
  ],
  [
    "one category twice",
    {
      "attachment.categories": [
        { code: "A", label: "a" },
        { code: "A", label: "b" },
      ],
    },
    "attachment.categories",
    'the code "A" stands twice',
  ],
  [
    "one label for two categories",
    {
      "attachment.categories": [
        { code: "A", label: "Manual" },
        { code: "B", label: "Manual" },
      ],
    },
    "attachment.categories",
    'two categories are labelled "Manual"',
  ],
  [
    "no category",
    { "attachment.categories": [] },
    "attachment.categories",
    "(§2: Which attachment categories",
  ],
  [
    "one name for both values of evidence",
    { "attachment.evidence.absent": "real" },
    "attachment.evidence",
    "one name",
  ],
  [
    "one fact of real evidence twice",
    { "attachment.realEvidence": ["box", "box"] },
    "attachment.realEvidence",
    "stands twice",
  ],
  [
    "no fact of real evidence",
    { "attachment.realEvidence": [] },
    "attachment.realEvidence",
    "(§3: Which recorded facts",
  ],
  [
    "one part of the removal guard twice",
    { "attachment.removalGuard": ["boxed", "boxed"] },
    "attachment.removalGuard",
    "stands twice",
  ],
];

refusesFor("its names", cases);
