import { refuses } from "./refused.ts";

const jwt = (changes: object) => ({
  auth: {
    scheme: "jwt",
    issuer: "https://id.example.org",
    audience: "warehouse",
    jwks: "https://id.example.org/keys",
    requiredClaims: { token_use: "access" },
    nameClaims: ["sub"],
    allowed: false,
    signIn: false,
    ...changes,
  },
});

const keyed = (changes: object) => ({
  auth: { scheme: "apiKey", keys: ["a", "b"], allowed: false, ...changes },
});
const roles = { reader: ["get-box-info"] };
const keyRoles = (keys: object) => keyed({ allowed: { roles, keys } });

refuses("authentication", [
  [keyRoles({ a: "reader" }), '.allowed.keys: which role has the key "b"?'],
  [keyRoles({ a: "reader", b: "reader", c: "reader" }), ".allowed.keys.c: is not among auth.keys"],
  [keyRoles({ a: "reader", b: "boss" }), '.allowed.keys.b: "boss" is not among'],
  [
    { ...keyed({ allowed: { roles: { a: ["move-item"] }, keys: {} } }), "routes.move": false },
    '.allowed.roles.a: "move-item" is not served',
  ],
  [
    { auth: { scheme: "iam", allowed: false } },
    "pages: need API keys or an open site: a browser has no credentials of AWS",
  ],
  [keyed({ keys: ["a=b"] }), ".keys[0]: must be up to 64 letters"],
  [jwt({}), "auth.signIn: where do persons sign in to the pages?"],
  [jwt({ jwks: "http://id.example.org/keys" }), ".jwks: must be the https address"],
]);

const arn = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp";
const server = {
  ...{ host: "erp", port: 5432, database: "erp", user: "reader", tls: "verified" },
  ...{ password: { environment: "ERP_PASSWORD" }, connections: false, network: false },
};

/** Demo with such a server of PostgreSQL. */
const on = (changes: object) => ({
  "erp.connection": { ...server, ...changes },
  "erp.dialect": "postgresql",
});
const secret = (secret: string) => on({ password: { secret, field: "password" } });

refuses("its ERP", [
  [{ "erp.dialect": "postgresql" }, "erp.connection: where is the postgresql server?"],
  [{ "erp.connection": server }, ": SQLite reads a file"],
  [secret("erp-AbCdEf"), ".password.secret: must be the whole ARN"],
  [secret(arn), ".password.secret: is not the whole ARN"],
  [on({ host: "https://erp.example.org" }), ".host: must be the server's name or IP address alone"],
  [{ "erp.boxes.relation": '"box_info_view"' }, ": without quotes"],
  [
    {
      "erp.boxes.columns": [
        { column: "a", name: "b" },
        { column: "a", name: "c" },
      ],
    },
    ': the column "a" is there twice',
  ],
]);
