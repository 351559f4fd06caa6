import { refuses } from "./refused.ts";

const columns = (...all: [column: string, name: string][]) =>
  all.map(([column, name]) => ({ column, name }));
const categories = (...all: [code: string, label: string][]) =>
  all.map(([code, label]) => ({ code, label }));

refuses("addresses", [
  [
    { "routes.overview": "/box/info" },
    "routes (get-box-info): GET /box/info is the address of another route",
  ],
  [{ "routes.overview": "overview" }, ": (§4: Where are the overview"],
  [{ "routes.overview": "/trace/{zongpai}" }, ": must be segments of letters, digits"],
  [{ basePath: "/v1/" }, ": must be"],
  [{ "routes.editBox": { method: "GET", path: "/box/edit" } }, ".method: (§4: Where are the over"],
  [{ "routes.editBox": false }, ": (§4: Where are the overview"],
  [
    { "docs.deployed": { path: "/docs" }, "routes.overview": "/docs/places" },
    "routes (location-overview): /docs/places is where docs.deployed has its files",
  ],
  [{ "pages.path": "/docs/app", "docs.deployed": { path: "/docs" } }, ": one lies below the other"],
  [
    { "deployment.domain": { name: "https://example.org", stage: "live", certificate: "" } },
    ".name: must be a name alone",
  ],
  [{ "erp.connection": { network: { vpc: "vpc-1" } } }, ".network.vpc: must be the id that AWS"],
]);

refuses("answers", [
  [{ "overview.pageSize": "fifty" }, ": (§8: How many entries"],
  [{ limits: undefined }, ": is not answered"],
  [{ "location.shards.write": undefined }, ": is not answered (§8:"],
  [{ "location.shards": { write: 8, read: [4] } }, ".read: lacks 8, so what is"],
  [{ colour: "red" }, ": is not asked"],
  [{ auth: { scheme: "trust" } }, ".scheme: (§5: How does a scanner"],
  [{ auth: { scheme: "jwt", audience: "a" } }, ".issuer: is not answered (§5:"],
  [{ "location.offShelfNote": { accepts: "may be short" } }, ".maxLength: is not answered (§1:"],
  [{ "erp.lookupTimeout": 5_000 }, ": (§1: How many milliseconds"],
  [{ "limits.bodyBytes": 20_000_000 }, ": (§8: How many bytes"],
  [{ name: "Our Warehouse" }, ": must be a small letter"],
]);

refuses("names", [
  [{ "fields.quantity": "box_no" }, ': "box_no" already names another field'],
  [{ "extensions.scannedAt": "zongpai" }, ": already names another field"],
  [{ "fields.label": "the label" }, ": must be text of 1 to 64 characters"],
  [{ "fields.label": undefined }, ": is not answered (§2:"],
  [{ "fields.colour": "colour" }, ": is not asked"],
  [{ "extensions.idempotencyKey": { header: "Authorization" } }, ": has its own meaning"],
  [{ "extensions.replayed": "Retry-After" }, ": has its own meaning"],
  [{ "extensions.replayed": "idempotency-key" }, ": the name of the key's header"],
  [{ "extensions.idempotencyKey": false }, "routes.refusals: no key that names a scan"],
  [{ "extensions.idempotencyKey": false }, "extensions.replayed: no key that names a scan"],
  [{ "extensions.idempotencyKey": { fields: ["colour"] } }, ".fields[0]: (§4:"],
  [
    { "extensions.idempotencyKey": { fields: ["cursor"], refusalStands: 60 } },
    ': no write takes "cursor"',
  ],
  [
    {
      "extensions.idempotencyKey": { fields: ["scanned_at"], refusalStands: 60 },
      "extensions.scannedAt": false,
    },
    ': "scanned_at" is switched off',
  ],
  [{ "location.areas": ["L1", "L1"] }, ': "L1" is there twice'],
  [{ "history.did.late": "moved" }, ": is one of the others already"],
  [{ "erp.states.copy": "live" }, ": is one of the others already"],
  [{ "erp.boxes.columns": columns(["a", "c"], ["b", "c"]) }, ': the name "c" is there twice'],
  [
    { "attachment.categories": categories(["A", "a"], ["A", "b"]) },
    ': the code "A" is there twice',
  ],
  [
    { "attachment.categories": categories(["A", "a"], ["B", "a"]) },
    ': the label "a" is there twice',
  ],
  [{ "attachment.categories": [] }, ": (§2: Which attachment categories"],
  [{ "attachment.evidence.absent": "real" }, ": is one of the others already"],
  [{ "attachment.realEvidence": [] }, ": (§3: Which recorded facts"],
]);
