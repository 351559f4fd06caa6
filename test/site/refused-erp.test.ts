import { type Case, refusesFor } from "./refused.ts";

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

const cases: readonly Case[] = [
  [
    "a server that is not told",
    { "erp.dialect": "postgresql" },
    "erp.connection",
    "where is the postgresql server?",
  ],
  ["a server for a file", { "erp.connection": server }, "erp.connection", "SQLite reads a file"],
  [
    "a password that stands in the profile",
    on({ password: "secret" }),
    "erp.connection.password",
    "(§1:",
  ],
  [
    "a secret without the field",
    on({ password: { secret: `${arn}-AbCdEf` } }),
    "erp.connection.password",
    "(§1:",
  ],
  [
    "a secret that is named and not addressed",
    on({ password: { secret: "erp-AbCdEf", field: "password" } }),
    "erp.connection.password",
    "(§1:",
  ],
  [
    "a secret whose address lacks its end",
    on({ password: { secret: arn, field: "password" } }),
    "erp.connection.password.secret",
    "is not the whole ARN",
  ],
  [
    "a host with its scheme",
    on({ host: "https://erp.example.org" }),
    "erp.connection.host",
    "must be the server's name or IP address alone",
  ],
  [
    "a host with its port",
    on({ host: "erp.example.org:5432" }),
    "erp.connection.host",
    "without scheme and port",
  ],
  [
    "a view in quotes",
    { "erp.boxes.relation": '"box_info_view"' },
    "erp.boxes.relation",
    "without quotes",
  ],
  [
    "a view with its schema, each in quotes",
    { "erp.zongpais.relation": "[dbo].[goods]" },
    "erp.zongpais.relation",
    "without quotes",
  ],
  [
    "a column in quotes",
    { "erp.boxes.boxNo": "`box_no`" },
    "erp.boxes.boxNo",
    "without quotes around it",
  ],
  [
    "one column for the box number and the quantity",
    { "erp.boxes.quantity": "box_no" },
    "erp.boxes.quantity",
    "of the box number already",
  ],
  [
    "one column for the goods and what was ordered",
    { "erp.zongpais.zongpai": "quantity" },
    "erp.zongpais.quantity",
    "of the zongpai already",
  ],
  [
    "one column that is shown twice",
    {
      "erp.boxes.columns": [
        { column: "a", name: "b" },
        { column: "a", name: "c" },
      ],
    },
    "erp.boxes.columns",
    'the column "a" stands twice',
  ],
  [
    "a subnet that stands twice",
    on({ network }),
    "erp.connection.network.subnets",
    `"${subnet}" stands twice`,
  ],
  ["no connection at all", on({ connections: 0 }), "erp.connection", "(§1:"],
];

refusesFor("its ERP", cases);
