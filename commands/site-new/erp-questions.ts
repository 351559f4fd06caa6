import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SiteAnswers } from "./answers.ts";
import type { Question, State } from "./interview.ts";

type ErpAnswers = SiteAnswers["erp"];
type ErpServer = Exclude<ErpAnswers["connection"], false>;

const defaultPorts = { postgresql: 5_432, mysql: 3_306, mssql: 1_433 } as const;
type ServerDialect = keyof typeof defaultPorts;
const isServer = (dialect: string): dialect is ServerDialect => dialect in defaultPorts;

/** The usual answers about a server. */
export const exampleServer = (dialect: ServerDialect): ErpServer => ({
  host: "erp.example.org",
  port: defaultPorts[dialect],
  database: "erp",
  user: "warehouse_reader",
  tls: "verified",
  password: { environment: "ERP_PASSWORD" },
  connections: false,
  network: false,
});

const withErp = (answers: SiteAnswers, erp: Partial<ErpAnswers>): SiteAnswers => ({
  ...answers,
  erp: { ...answers.erp, ...erp },
});

const putServer =
  (change: (text: string, server: ErpServer) => Partial<ErpServer>): Question["put"] =>
  (text, { answers }) => {
    const server = answers.erp.connection || exampleServer("postgresql");
    return withErp(answers, { connection: { ...server, ...change(text, server) } });
  };

const asksServer = ({ answers }: State) => answers.erp.connection !== false;
const asksFile = ({ given }: State) => given.dialect === "sqlite";

/** Parses "host" or "host:port". */
const addressFrom = (text: string, server: ErpServer): Partial<ErpServer> => {
  const [, host = text, port] = /^([^:/]+):(\d+)$/.exec(text) ?? [];
  return { host, port: port === undefined ? server.port : Number(port) };
};

/** Parses the views in a text such as "boxes (no, quantity); goods (zongpai, quantity)". */
const viewsFrom = (text: string): Pick<ErpAnswers, "boxes" | "zongpais"> => {
  const [boxes = [], goods = [], ...others] = text
    .split(";")
    .map((part) => /^([^(]+)\(([^,]+),([^,]+)\)$/.exec(part.trim())?.map((name) => name.trim()));
  const [, boxView, boxNo, boxQuantity] = boxes;
  const [, goodsView, zongpai, ordered] = goods;
  if (!boxView || !boxNo || !boxQuantity || !goodsView || !zongpai || !ordered || others.length > 0)
    throw new Error("must be view (column, column); view (column, column)");
  return {
    boxes: { relation: boxView, boxNo, quantity: boxQuantity },
    zongpais: { relation: goodsView, zongpai, quantity: ordered },
  };
};

/** The views of a SQLite file with their columns, such as "box_info_view (box_no, quantity)"; empty if the file cannot be read. */
const viewsIn = (file: string): string[] => {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const views = database
      .prepare(
        `SELECT view.name AS name, group_concat(field.name, ', ') AS columns
         FROM sqlite_schema AS view, pragma_table_info(view.name) AS field
         WHERE view.type = 'view' GROUP BY view.name ORDER BY view.name`,
      )
      .all();
    return views.map(({ name, columns }) => `${name} (${columns})`);
  } catch {
    return [];
  }
};

const viewsMessage = ({ given }: State): string => {
  const views = given.file === undefined ? [] : viewsIn(given.file);
  return [
    "The view of boxes, with its columns of the box number and the quantity; then, after a semicolon, the view of goods, with its columns of the zongpai and the ordered quantity.",
    ...(views.length > 0 ? ["The file has the views:", ...views] : []),
  ].join("\n");
};

/** The questions about the ERP's database and its views. */
export const erpQuestions: readonly Question[] = [
  {
    id: "dialect",
    message: "Where are the two views of the ERP, boxes and goods?",
    choices: () => [
      ["sqlite", "a SQLite file"],
      ["postgresql", "PostgreSQL"],
      ["mysql", "MariaDB or MySQL"],
      ["mssql", "SQL Server"],
      ["none", "not yet: try the site with made-up goods and boxes"],
    ],
    put: (text, { answers }) =>
      isServer(text)
        ? withErp(answers, { dialect: text, connection: exampleServer(text) })
        : withErp(answers, { dialect: "sqlite", connection: false }),
  },
  {
    id: "file",
    message:
      "Which SQLite file? The check uses it.\nThe profile does not name the file; the variable ERP_SQLITE does.",
    example: "erp.sqlite",
    isAsked: asksFile,
    put: (text, { answers }) => {
      if (!existsSync(text)) throw new Error(`There is no file ${resolve(text)}`);
      return answers;
    },
  },
  {
    id: "host",
    message: "The server's name or IP address, with its port if it is not the usual one",
    ...{ example: "erp.example.org or erp.example.org:5433", isAsked: asksServer },
    paths: ["erp.connection.host", "erp.connection.port"],
    put: putServer(addressFrom),
  },
  {
    id: "database",
    message: "The database",
    ...{ example: "erp", isAsked: asksServer, paths: ["erp.connection.database"] },
    put: putServer((database) => ({ database })),
  },
  {
    id: "user",
    message: "The user, preferably a role that can only read (docs/erp.md has its SQL)",
    ...{ example: "warehouse_reader", proposal: () => "warehouse_reader", isAsked: asksServer },
    paths: ["erp.connection.user"],
    put: putServer((user) => ({ user })),
  },
  {
    id: "tls",
    message: "Is the connection encrypted (TLS)?",
    choices: () => [
      ["verified", "encrypted, and the server's certificate is checked"],
      ["unverified", "encrypted, but the server is not checked"],
      ["off", "in the clear"],
    ],
    isAsked: asksServer,
    put: putServer((text) => ({
      tls: (["unverified", "off"] as const).find((tls) => tls === text) ?? "verified",
    })),
  },
  {
    id: "password",
    message:
      "Where is the user's password? Never type the password itself.\nTo try the site on this machine: the name of an environment variable. For a deployment: the whole ARN of a secret, a JSON object with the field password.",
    example: "ERP_PASSWORD, or arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp-AbCdEf",
    ...{ proposal: () => "ERP_PASSWORD", isAsked: asksServer },
    paths: ["erp.connection.password"],
    put: putServer((text) => ({
      password: text.startsWith("arn:")
        ? { secret: text, field: "password" }
        : { environment: text },
    })),
  },
  {
    id: "views",
    message: viewsMessage,
    example: "box_info_view (box_no, quantity); zongpai_view (zongpai, quantity)",
    proposal: ({ answers: { erp } }) =>
      `${erp.boxes.relation} (${erp.boxes.boxNo}, ${erp.boxes.quantity}); ${erp.zongpais.relation} (${erp.zongpais.zongpai}, ${erp.zongpais.quantity})`,
    paths: ["erp.boxes", "erp.zongpais"],
    put: (text, { answers }) => withErp(answers, viewsFrom(text)),
  },
];
