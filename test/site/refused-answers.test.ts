import { testRefusals } from "./refused.ts";

const erpColumns = (...all: [column: string, name: string][]) =>
  all.map(([column, name]) => ({ column, name }));
const attachmentCategories = (...all: [code: string, label: string][]) =>
  all.map(([code, label]) => ({ code, label }));

testRefusals("addresses", [
  [{ origin: "https://pages.example.org/" }, ": must be false, an origin as browsers write it"],
  [{ origin: "pages.example.org" }, ": must be false, an origin as browsers write it"],
  [{ "routes.overview": "/trace/{zongpai}" }, ": must be segments of letters, digits"],
  [
    { "routes.overview": "/app/places" },
    "routes (location-overview): /app/places is inside the address of the pages",
  ],
  [
    { "routes.overview": "/app/me" },
    "routes (location-overview): /app/me is inside the address of the pages",
  ],
  [{ "routes.health": "/box" }, ": is the path of a route"],
  [{ "routes.health": "/app/health" }, ": is inside the address of the pages"],
  [{ "routes.health": "/health/{proxy+}" }, ": must be segments of letters, digits"],
  [
    { "deployment.domain": { name: "https://example.org", stage: "live", certificate: "" } },
    ".name: must be a name alone",
  ],
  [{ "erp.connection": { network: { vpc: "vpc-1" } } }, ".network.vpc: must be the id that AWS"],
]);

testRefusals("answers", [
  [{ "overview.pageSize": "fifty" }, ": (§8: How many entries"],
  [{ limits: undefined }, ": is not answered"],
  [{ colour: "red" }, ": is not an answer of the site schema"],
  [{ name: "Our Warehouse" }, ": must be a small letter"],
]);

testRefusals("names", [
  [{ "extensions.scannedAt": "zongpai" }, ": already the name of another field"],
  [{ "fields.label": "the label" }, ": must be text of 1 to 64 characters"],
  [{ "extensions.idempotencyKey": "Authorization" }, ": already uses this header"],
  [{ "extensions.replayed": "Retry-After" }, ": already uses this header"],
  [{ "extensions.replayed": "idempotency-key" }, ": the name of the key's header"],
  [{ "extensions.refusalValues": "Retry-After" }, ": already uses this header"],
  [{ "extensions.refusalValues": "idempotency-replayed" }, ": the name of extensions.replayed"],
  [{ "extensions.refusalValues": "idempotency-key" }, ": the name of the key's header"],
  [{ "extensions.refusalValues": "two words" }, ": must be"],
  [{ "extensions.idempotencyKey": false }, "routes.refusals: no idempotency key"],
  [{ "extensions.idempotencyKey": false }, "extensions.replayed: no idempotency key"],
  [{ "extensions.idempotencyKey": true }, ": must be false, the name of a header"],
  [
    { "extensions.idempotencyKey": { header: "Cookie", required: true } },
    ".header: already uses this header",
  ],
  [
    { "extensions.idempotencyKey": { header: "Its-Key", required: false } },
    ".required: must be true",
  ],
  [{ "extensions.idempotencyKey": "A Key" }, ": must be a letter and up to 63 letters"],
  [{ "history.did.late": "moved" }, ": is one of the others already"],
  [{ "erp.boxes.columns": erpColumns(["a", "c"], ["b", "c"]) }, ': the name "c" is there twice'],
  [
    { "attachment.categories": attachmentCategories(["A", "a"], ["A", "b"]) },
    ': the code "A" is there twice',
  ],
  [
    { "attachment.categories": attachmentCategories(["A", "a"], ["B", "a"]) },
    ': the label "a" is there twice',
  ],
  [{ "attachment.evidence.absent": "real" }, ": is one of the others already"],
  [{ "attachment.realEvidence": [] }, ": (§3: Which recorded facts"],
]);

const changesToQueue = { changes: { to: "queue", who: false } };
const secretArn = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:changes";
const changesToAddress = (changes: object) => ({
  changes: {
    who: false,
    to: {
      ...{ address: "https://erp", stage: "live", header: "x-key", secret: `${secretArn}-AbCdEf` },
      field: "key",
      ...changes,
    },
  },
});
testRefusals("changes", [
  [
    { ...changesToQueue, "formats.zongpai.pattern": /^PO[ 0-9]{1,10}-1$/ },
    '.to: formats.zongpai accepts "PO',
  ],
  [
    { ...changesToQueue, "formats.zongpai.pattern": /^PO4[#-]1$/ },
    '.to: formats.zongpai accepts "PO4#1"',
  ],
  [
    { ...changesToQueue, "formats.boxNo.pattern": /^BX[ä0-9]{1,9}$/ },
    '.to: formats.boxNo accepts "BX',
  ],
  [
    { ...changesToAddress({}), "formats.zongpai.pattern": /^PO4["-]1$/ },
    '.to: formats.zongpai accepts "PO4"1"',
  ],
  [changesToAddress({ secret: secretArn }), ".to.secret: is not the whole ARN"],
  [changesToAddress({ address: "http://erp" }), ".to.address: must be an https address"],
]);
