import * as z from "zod";
import {
  answerForEach,
  askQuestion,
  choiceOf,
  nameOf,
  orFalse,
  tenYearsInSeconds,
  textLike,
  withNote,
} from "./question.ts";

const ShortText = z.string().min(1).max(128);

/** The service puts the quotes. */
const ViewName = textLike(
  /^[^"'`[\]\p{Cc}]{1,128}$/u,
  'the view\'s name as in the database, without quotes, after a schema and a dot if need be, such as "wms.box_info_view"',
);
const ColumnName = textLike(
  /^(?!(["'`]).*\1$)(?!\[.*\]$)[^\p{Cc}]{1,128}$/u,
  'the column\'s name as in the database, without quotes around it, such as "box_no"',
);

/** An IPv6 address has two colons at least. */
const ServerHost = textLike(
  /^(?:[A-Za-z0-9][A-Za-z0-9._-]{0,252}|(?=.*:.*:)[0-9A-Fa-f:.]{2,45})$/,
  'the server\'s name or IP address alone, without scheme and port, such as "erp.example.org"',
);

/** `field` is one of the secret's JSON. */
export const SecretField = z.strictObject({
  secret: textLike(
    /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+$/,
    'the whole ARN of a secret, such as "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp-AbCdEf"',
  ),
  field: ShortText,
});

/** `environment` is not for AWS. */
const ErpPassword = z.union(
  [
    z.strictObject({
      environment: textLike(
        /^[A-Z][A-Z0-9_]{0,63}$/,
        'the name of an environment variable in capitals, such as "ERP_PASSWORD"',
      ),
    }),
    SecretField,
  ],
  "must be { environment }, on your own server, or { secret, field } in Secrets Manager",
);

/** The id of a resource in EC2: an old one has 8 digits, a new one 17. */
const ec2IdOf = (kind: string) =>
  textLike(
    new RegExp(`^${kind}-(?:[0-9a-f]{8}|[0-9a-f]{17})$`),
    `the id that AWS gave it, such as "${kind}-0a1b2c3d"`,
  );

const ErpServer = z.strictObject({
  host: ServerHost,
  port: z.int().min(1).max(65_535),
  database: ShortText,
  user: withNote(ShortText, "preferably a role that can only read"),
  tls: choiceOf({
    off: "not encrypted",
    unverified: "encrypted, but the server is not checked",
    verified: "encrypted, and the server's certificate is checked",
  }),
  password: withNote(ErpPassword, "where the password is; it must not be in the profile"),
  connections: withNote(
    orFalse(z.int().min(1).max(1_000)),
    "the most look-ups at once, if the server allows few; further look-ups are refused",
  ),
  network: withNote(
    orFalse(
      z.strictObject({
        vpc: ec2IdOf("vpc"),
        subnets: z.array(ec2IdOf("subnet")).min(1),
        securityGroup: ec2IdOf("sg"),
      }),
    ),
    "the AWS network from which the server can be reached, if it is not public",
  ),
});

export const ErpAnswers = z.strictObject({
  dialect: askQuestion(
    "§1",
    "Which SQL database holds the ERP's views (mysql is also MariaDB, mssql SQL Server)?",
    z.enum(["sqlite", "postgresql", "mysql", "mssql"]),
    "erp",
  ),
  connection: askQuestion(
    "§1",
    "Where is its server, if it is not a file?",
    orFalse(ErpServer),
    "erp",
    {
      host: "erp.example.org",
      port: 5_432,
      database: "erp",
      user: "warehouse_reader",
      tls: "verified",
      password: { environment: "ERP_PASSWORD" },
      connections: false,
      network: false,
    },
  ),
  boxes: askQuestion(
    "§1",
    "Which view has the boxes, and which columns have their number and quantity?",
    z.strictObject({
      relation: ViewName,
      boxNo: ColumnName,
      quantity: ColumnName,
      columns: askQuestion(
        "§1",
        "Which further columns of this view are shown, and under which names?",
        z.array(z.strictObject({ column: ColumnName, name: nameOf(ShortText) })).max(20),
        "clients",
        [],
      ),
      day: askQuestion(
        "§1",
        "Which column of this view has the day on which a box is to leave, if any?",
        withNote(
          orFalse(ColumnName),
          "a date, a date with a time, or text that begins like 2026-11-28; the list of boxes reads one day by it",
        ),
        "erp",
        false,
      ),
    }),
    "erp",
  ),
  zongpais: askQuestion(
    "§2",
    "Which view has the zongpais, and which columns have the zongpai and its ordered quantity?",
    z.strictObject({ relation: ViewName, zongpai: ColumnName, quantity: ColumnName }),
    "erp",
  ),
  product: askQuestion(
    "§2",
    "Which column of the view of zongpais has the product's name, if any?",
    withNote(
      orFalse(ColumnName),
      "answered as `fields.product`; a box shows the name that was known when the goods were saved, which may be old or missing",
    ),
    "clients",
    false,
  ),
  verifiedFor: askQuestion(
    "§2",
    "For how many seconds is a verified zongpai used without asking the ERP again?",
    z.int().positive().max(tenYearsInSeconds),
    "free",
  ),
  copyFor: askQuestion(
    "§2",
    "For how many seconds can the last copy of a box's row be shown while the ERP is down?",
    z.int().positive().max(tenYearsInSeconds),
    "free",
  ),
  states: askQuestion(
    "§2",
    "Which words say that the ERP's part of an answer is live, a copy, absent or unavailable?",
    answerForEach(["live", "copy", "absent", "unavailable"], ShortText),
    "clients",
  ),
});
