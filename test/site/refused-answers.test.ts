import { refuses } from "./refused.ts";

refuses("addresses", [
  [
    { "routes.overview": "/box/info" },
    "routes (get-box-info): GET /box/info is the address of another route",
  ],
  [
    { "routes.editBox": { method: "POST", path: "/box" } },
    "routes (edit-box): POST /box is the address",
  ],
  [
    {
      "routes.editBox": { method: "POST", path: "/box/change" },
      "routes.deleteBox": { method: "POST", path: "/box/change" },
    },
    "routes (delete-box): POST /box/change is the address",
  ],
  [{ "routes.overview": "overview" }, "routes.overview: (§4: Where are the overview"],
  [
    { "routes.overview": "/trace/{zongpai}" },
    "routes.overview: must be segments of letters, digits",
  ],
  [
    { "routes.overview": "/lager/übersicht" },
    "routes.overview: must be segments of letters, digits",
  ],
  [{ basePath: "/v1/" }, "basePath: must be"],
  [
    { "routes.editBox": { method: "GET", path: "/box/edit" } },
    "routes.editBox.method: (§4: Where are the overview",
  ],
  [{ "routes.editBox": false }, "routes.editBox: (§4: Where are the overview"],
  [{ "routes.deleteBox": true }, "routes.deleteBox: (§4: Where are the overview"],
  [
    { "docs.deployed": { path: "/docs" }, "routes.overview": "/docs/places" },
    "routes (location-overview): /docs/places is where docs.deployed has its files",
  ],
  [
    {
      "deployment.domain": {
        name: "https://example.org",
        stage: "live",
        certificate: "arn:aws:acm:eu-central-1:123456789012:certificate/0f8f",
      },
    },
    "deployment.domain.name: must be a name alone",
  ],
  [
    { "erp.connection": { network: { vpc: "vpc-1" } } },
    "erp.connection.network.vpc: must be the id that AWS gave it",
  ],
  [{ "deployment.throttle": { rate: 0, burst: 1 } }, "deployment.throttle.rate: (§8:"],
]);

refuses("answers", [
  [{ "overview.pageSize": "fifty" }, "overview.pageSize: (§8: How many entries"],
  [{ limits: undefined }, "limits: is not answered"],
  [{ "location.shards.write": undefined }, "location.shards.write: is not answered (§8:"],
  [{ "location.shards": { write: 8, read: [4] } }, "location.shards.read: lacks 8, so what is"],
  [{ colour: "red" }, "colour: is not asked"],
  [{ auth: { scheme: "trust" } }, "auth.scheme: (§5: How does a scanner"],
  [
    { auth: { scheme: "jwt", audience: "a", nameClaims: ["sub"] } },
    "auth.issuer: is not answered (§5:",
  ],
  [
    { "location.offShelfNote": { accepts: "may be short" } },
    "location.offShelfNote.maxLength: is not answered (§1:",
  ],
  [{ "erp.lookupTimeout": 5_000 }, "erp.lookupTimeout: (§1: How many milliseconds"],
  [{ "limits.bodyBytes": 20_000_000 }, "limits.bodyBytes: (§8: How many bytes"],
  [{ name: "Our Warehouse" }, "name: must be a small letter"],
]);

refuses("names", [
  [{ "fields.quantity": "box_no" }, 'fields.quantity: "box_no" already names another field'],
  [{ "extensions.scannedAt": "zongpai" }, "extensions.scannedAt: already names another field"],
  [{ "extensions.dryRun": "scanned_at" }, "extensions.dryRun: already names another field"],
  [{ "fields.label": "__proto__" }, "fields.label: cannot name a field"],
  [{ "fields.label": "the label" }, "fields.label: (§2: What is each field called on the wire?)"],
  [{ "fields.label": "" }, "fields.label: must be text of 1 to 64 characters"],
  [{ "fields.label": undefined }, "fields.label: is not answered (§2:"],
  [{ "fields.colour": "colour" }, "fields.colour: is not asked"],
  [
    { "extensions.idempotencyKey": { header: "Authorization" } },
    "extensions.idempotencyKey: this header has its own meaning",
  ],
  [
    { "extensions.replayed": "Retry-After" },
    "extensions.replayed: this header has its own meaning",
  ],
  [
    { "extensions.replayed": "idempotency-key" },
    "extensions.replayed: the name of the key's header",
  ],
  [{ "extensions.idempotencyKey": false }, "routes.refusals: no key that names a scan"],
  [{ "location.areas": ["L1", "L1"] }, 'location.areas: "L1" is there twice'],
  [{ "history.did.late": "moved" }, "history.did.late: is one of the others already"],
  [
    { "extensions.idempotencyKey": false },
    "extensions.replayed: there is no key that names a scan",
  ],
  [
    { "extensions.idempotencyKey": { fields: ["colour"] } },
    "extensions.idempotencyKey.fields[0]: (§4:",
  ],
  [
    { "extensions.idempotencyKey": { fields: ["cursor"], refusalStands: 60 } },
    'extensions.idempotencyKey: no write takes "cursor"',
  ],
  [
    {
      "extensions.idempotencyKey": { fields: ["scanned_at"], refusalStands: 60 },
      "extensions.scannedAt": false,
    },
    'extensions.idempotencyKey: "scanned_at" is switched off',
  ],
  [{ "erp.states.copy": "live" }, "erp.states.copy: is one of the others already"],
  [
    {
      "erp.boxes.columns": [
        { column: "a", name: "c" },
        { column: "b", name: "c" },
      ],
    },
    'erp.boxes.columns: the name "c" is there twice',
  ],
  [{ "erp.zongpais.relation": "erp." }, "erp.zongpais.relation: a dot with no name beside it"],
  [
    {
      "attachment.categories": [
        { code: "A", label: "a" },
        { code: "A", label: "b" },
      ],
    },
    'attachment.categories: the code "A" is there twice',
  ],
  [
    {
      "attachment.categories": [
        { code: "A", label: "Manual" },
        { code: "B", label: "Manual" },
      ],
    },
    'attachment.categories: the label "Manual" is there twice',
  ],
  [{ "attachment.categories": [] }, "attachment.categories: (§2: Which attachment categories"],
  [{ "attachment.evidence.absent": "real" }, "attachment.evidence: one name"],
  [{ "attachment.realEvidence": ["box", "box"] }, "attachment.realEvidence: is there twice"],
  [{ "attachment.realEvidence": [] }, "attachment.realEvidence: (§3: Which recorded facts"],
  [{ "attachment.removalGuard": ["boxed", "boxed"] }, "attachment.removalGuard: is there twice"],
]);
