import * as z from "zod";
import { ask, choice, noted, orFalse, text } from "./ask.ts";

const Identifier = z.string().min(1).max(128);

/** Quotes are the service's to put: a name that has its own would be looked for with them. */
const Relation = text(
  /^[^"'`[\]\p{Cc}]{1,128}$/u,
  'the view\'s name as the database has it, without quotes, after its schema and a dot if need be, such as "wms.box_info_view"',
);
const Column = text(
  /^(?!(["'`]).*\1$)(?!\[.*\]$)[^\p{Cc}]{1,128}$/u,
  'the column\'s name as the database has it, without quotes around it, such as "box_no"',
);

/** A name, an IPv4 address, or an IPv6 address, which has two colons at least. */
const Host = text(
  /^(?:[A-Za-z0-9][A-Za-z0-9._-]{0,252}|(?=.*:.*:)[0-9A-Fa-f:.]{2,45})$/,
  'the server\'s name or IP address alone, without scheme and port, such as "erp.example.org"',
);

/** Where the password is: in an environment variable (not on AWS), or in a secret of Secrets Manager, in this field of its JSON. */
const Password = z.union([
  noted(
    z.strictObject({
      environment: text(
        /^[A-Z][A-Z0-9_]{0,63}$/,
        'the name of an environment variable in capitals, such as "ERP_PASSWORD"',
      ),
    }),
    "on a laptop or a server of your own",
  ),
  noted(
    z.strictObject({
      secret: text(
        /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+$/,
        'the whole ARN of a secret, such as "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp-AbCdEf"',
      ),
      field: Identifier,
    }),
    "in this field of a secret in Secrets Manager",
  ),
]);

/** The id of a resource in EC2: an old one has 8 digits, a new one 17. */
const id = (kind: string) =>
  text(
    new RegExp(`^${kind}-(?:[0-9a-f]{8}|[0-9a-f]{17})$`),
    `the id that AWS gave it, such as "${kind}-0a1b2c3d"`,
  );

const network = { vpc: id("vpc"), subnets: z.array(id("subnet")).min(1), securityGroup: id("sg") };

/** Where a database server is. The password itself must not be in the profile. */
const Server = z.strictObject({
  host: ask("§1", "On which host is the server?", Host, "erp"),
  port: ask("§1", "On which port?", z.int().min(1).max(65_535), "erp"),
  database: ask("§1", "In which database are the views?", Identifier, "erp"),
  user: ask("§1", "As whom is it asked, best a role that can only read?", Identifier, "erp"),
  tls: ask(
    "§1",
    "Is the connection encrypted?",
    choice({
      off: "in the clear",
      unverified: "encrypted, whoever answers",
      verified: "encrypted, and the server's certificate is checked",
    }),
    "erp",
  ),
  password: ask(
    "§1",
    "Where is the password, which must not stand in the profile?",
    Password,
    "erp",
  ),
  connections: ask(
    "§1",
    "How many connections may this service hold at once, if the server has not plenty?",
    orFalse(
      noted(
        z.int().min(1).max(1_000),
        "look-ups at once; others are refused meanwhile, saves without a look-up are not",
      ),
    ),
    "erp",
  ),
  network: ask(
    "§1",
    "In which network of AWS can the server be reached, if not from everywhere?",
    orFalse(z.strictObject(network)),
    "erp",
  ),
});

const Lasting = noted(
  z
    .int()
    .positive()
    .max(10 * 365 * 86_400),
  "ten years",
);

export const Erp = z.strictObject({
  dialect: ask(
    "§1",
    "Which SQL database holds the ERP's views?",
    choice({
      sqlite: "a file",
      postgresql: "PostgreSQL",
      mysql: "MariaDB or MySQL",
      mssql: "SQL Server",
    }),
    "erp",
  ),
  connection: ask("§1", "Where is its server, if it is not a file?", orFalse(Server), "erp", {
    host: "erp.example.org",
    port: 5_432,
    database: "erp",
    user: "warehouse_reader",
    tls: "verified",
    password: { environment: "ERP_PASSWORD" },
    connections: false,
    network: { vpc: "vpc-0a1b2c3d", subnets: ["subnet-0a1b2c3d"], securityGroup: "sg-0a1b2c3d" },
  }),
  boxes: z.strictObject({
    relation: ask("§1", "Which view tells of boxes?", Relation, "erp"),
    boxNo: ask("§1", "Which of its columns has the box number?", Column, "erp"),
    quantity: ask("§1", "Which of its columns has the quantity?", Column, "erp"),
    columns: ask(
      "§1",
      "Which further columns of it are shown, under which names?",
      z.array(z.strictObject({ column: Column, name: Identifier })).max(20),
      "clients",
      [],
    ),
  }),
  zongpais: z.strictObject({
    relation: ask("§2", "Which view tells whether a zongpai exists?", Relation, "erp"),
    zongpai: ask("§2", "Which of its columns has the zongpai?", Column, "erp"),
    quantity: ask("§2", "Which of its columns has the quantity that was ordered?", Column, "erp"),
  }),
  lookupTimeout: ask(
    "§1",
    "How many milliseconds may one look-up in the ERP take?",
    noted(
      z.int().min(50).max(1_200),
      "two look-ups and the write must fit into the 4.5 s of a request",
    ),
    "free",
  ),
  verifiedFor: ask(
    "§2",
    "For how many seconds does a verified zongpai stay usable without asking the ERP again?",
    Lasting,
    "free",
  ),
  copyFor: ask(
    "§2",
    "For how many seconds may the last good copy of a box's ERP row serve when the ERP is down?",
    Lasting,
    "free",
  ),
  states: ask(
    "§2",
    "Which words say that the ERP's part of an answer is live, a copy, absent or unavailable?",
    z.strictObject({
      live: Identifier,
      copy: Identifier,
      absent: Identifier,
      unavailable: Identifier,
    }),
    "clients",
  ),
});
