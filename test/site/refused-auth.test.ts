import { refuses } from "./refused.ts";

const jwt = (changes: object) => ({
  scheme: "jwt",
  issuer: "https://id.example.org",
  audience: "warehouse",
  jwks: "https://id.example.org/keys",
  requiredClaims: { token_use: "access" },
  nameClaims: ["sub"],
  allowed: false,
  ...changes,
});

const keyed = (allowed: unknown) => ({
  auth: { scheme: "apiKey", keys: ["a", "b"], keysIn: "stack", allowed },
});
const readers = { reader: ["get-box-info"] };

refuses("authentication", [
  [
    keyed({ roles: readers, keys: { a: "reader" } }),
    'auth.allowed.keys: which role has the key "b"?',
  ],
  [
    keyed({ roles: readers, keys: { a: "reader", b: "reader", c: "reader" } }),
    "auth.allowed.keys.c: is not among auth.keys",
  ],
  [
    keyed({ roles: readers, keys: { a: "reader", b: "boss" } }),
    'auth.allowed.keys.b: "boss" is not among',
  ],
  [
    keyed({ roles: { reader: ["get-all"] }, keys: {} }),
    "auth.allowed.roles.reader[0]: must be the id of an endpoint",
  ],
  [{ auth: { scheme: "iam" } }, "auth.allowed: (§5:"],
  [
    { auth: { scheme: "apiKey", keys: ["a", "b", "a"], keysIn: "stack", allowed: false } },
    'auth.keys: "a" is there twice',
  ],
  [{ auth: { scheme: "apiKey", keys: [], keysIn: "stack", allowed: false } }, "auth.keys: (§5:"],
  [
    { auth: { scheme: "apiKey", keys: ["a=b"], keysIn: "import", allowed: false } },
    "auth.keys[0]: must be up to 64 letters",
  ],
  [
    { auth: { scheme: "apiKey", keys: ["a"], allowed: false } },
    "auth.keysIn: is not answered (§5:",
  ],
  [
    {
      auth: {
        scheme: "apiKey",
        keys: Array.from({ length: 201 }, (_, n) => `${n + 100}`),
        keysIn: "stack",
        allowed: false,
      },
    },
    'auth.keysIn: must be "import": with 12 characters for each id the names have 3015, and a function of the stack takes 3000',
  ],
  [{ auth: jwt({ jwks: "http://id.example.org/keys" }) }, "auth.jwks: must be the https address"],
  [{ auth: jwt({ requiredClaims: { exp: "1" } }) }, "auth.requiredClaims.exp: checked already"],
  [{ auth: jwt({ nameClaims: ["sub", "sub"] }) }, 'auth.nameClaims: "sub" is there twice'],
  [{ auth: jwt({ nameClaims: ["iss"] }) }, 'auth.nameClaims: "iss" names no device and no person'],
  [
    { auth: jwt({ nameClaims: ["token_use"] }) },
    'auth.nameClaims: "token_use" has one value, and so',
  ],
  [{ auth: { scheme: "basic" } }, "auth.scheme: (§5:"],
]);

const server = {
  ...{ host: "erp", port: 5432, database: "erp", user: "reader", tls: "verified" },
  ...{ password: { environment: "ERP_PASSWORD" }, connections: false, network: false },
};
const arn = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp";
const subnet = "subnet-0a1b2c3d";
const network = { vpc: "vpc-0a1b2c3d", subnets: [subnet, subnet], securityGroup: "sg-0a1b2c3d" };

/** Demo with such a server of PostgreSQL. */
const on = (changes: object) => ({
  "erp.dialect": "postgresql",
  "erp.connection": { ...server, ...changes },
});

refuses("its ERP", [
  [{ "erp.dialect": "postgresql" }, "erp.connection: where is the postgresql server?"],
  [{ "erp.connection": server }, "erp.connection: SQLite reads a file"],
  [on({ password: "secret" }), "erp.connection.password: must be { environment }"],
  [on({ password: { secret: `${arn}-AbCdEf` } }), "erp.connection.password.field: is not answered"],
  [
    on({ password: { secret: "erp-AbCdEf", field: "password" } }),
    "erp.connection.password.secret: must be the whole ARN",
  ],
  [
    on({ password: { secret: arn, field: "password" } }),
    "erp.connection.password.secret: is not the whole ARN",
  ],
  [
    on({ host: "https://erp.example.org" }),
    "erp.connection.host: must be the server's name or IP address alone",
  ],
  [on({ host: "erp.example.org:5432" }), "erp.connection.host: without scheme and port"],
  [{ "erp.boxes.relation": '"box_info_view"' }, "erp.boxes.relation: without quotes"],
  [{ "erp.zongpais.relation": "[dbo].[goods]" }, "erp.zongpais.relation: without quotes"],
  [{ "erp.boxes.boxNo": "`box_no`" }, "erp.boxes.boxNo: without quotes around it"],
  [{ "erp.boxes.quantity": "box_no" }, "erp.boxes.quantity: of the box number already"],
  [{ "erp.zongpais.zongpai": "quantity" }, "erp.zongpais.quantity: of the zongpai already"],
  [
    {
      "erp.boxes.columns": [
        { column: "a", name: "b" },
        { column: "a", name: "c" },
      ],
    },
    'erp.boxes.columns: the column "a" is there twice',
  ],
  [on({ network }), `erp.connection.network.subnets: "${subnet}" is there twice`],
  [on({ connections: 0 }), "erp.connection.connections: Too small"],
]);
