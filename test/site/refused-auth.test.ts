import { testRefusals } from "./refused.ts";

const jwtAuth = (changes: object) => ({
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

const apiKeyAuth = (changes: object) => ({
  auth: { scheme: "apiKey", keys: ["a", "b"], allowed: false, ...changes },
});
const readerRole = { reader: ["get-box-info"] };
const apiKeysWithRoles = (keys: object) => apiKeyAuth({ allowed: { roles: readerRole, keys } });

testRefusals("authentication", [
  [apiKeysWithRoles({ a: "reader" }), '.allowed.keys: which role has the key "b"?'],
  [
    apiKeysWithRoles({ a: "reader", b: "reader", c: "reader" }),
    ".allowed.keys.c: is not among auth.keys",
  ],
  [apiKeysWithRoles({ a: "reader", b: "boss" }), '.allowed.keys.b: "boss" is not among'],
  [
    { ...apiKeyAuth({ allowed: { roles: { a: ["move-item"] }, keys: {} } }), "routes.move": false },
    '.allowed.roles.a: "move-item" is not served',
  ],
  [
    { auth: { scheme: "iam", allowed: false } },
    "pages: do not work with IAM, because a browser has no AWS credentials",
  ],
  [apiKeyAuth({ keys: ["a=b"] }), ".keys[0]: must be up to 64 letters"],
  [jwtAuth({}), "auth.signIn: where do people sign in to the pages?"],
  [jwtAuth({ jwks: "http://id.example.org/keys" }), ".jwks: must be the https address"],
]);

const secretArn = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp";
const erpServer = {
  ...{ host: "erp", port: 5432, database: "erp", user: "reader", tls: "verified" },
  ...{ password: { environment: "ERP_PASSWORD" }, connections: false, network: false },
};

/** Demo on PostgreSQL, with changes to the server's answers. */
const onServer = (changes: object) => ({
  "erp.connection": { ...erpServer, ...changes },
  "erp.dialect": "postgresql",
});
const withSecret = (secret: string) => onServer({ password: { secret, field: "password" } });

testRefusals("its ERP", [
  [{ "erp.dialect": "postgresql" }, "erp.connection: where is the postgresql server?"],
  [{ "erp.connection": erpServer }, ": SQLite reads a file"],
  [withSecret("erp-AbCdEf"), ".password.secret: must be the whole ARN"],
  [withSecret(secretArn), ".password.secret: is not the whole ARN"],
  [
    onServer({ host: "https://erp.example.org" }),
    ".host: must be the server's name or IP address alone",
  ],
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
