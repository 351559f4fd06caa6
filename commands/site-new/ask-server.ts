import type { Answers } from "./answers.ts";
import { allTyped, chosen, type Question, typed } from "./ask.ts";

type Erp = Answers["erp"];
type Server = Exclude<Erp["connection"], false>;

/** Answers with others about the ERP. */
export const withErp = (answers: Answers, erp: Partial<Erp>): Answers => ({
  ...answers,
  erp: { ...answers.erp, ...erp },
});

const noServer: Server = {
  host: "erp.example.org",
  port: 5_432,
  database: "erp",
  user: "warehouse_reader",
  tls: "verified",
  password: { environment: "ERP_PASSWORD" },
  connections: false,
  network: false,
};

const ports = { postgresql: 5_432, mysql: 3_306, mssql: 1_433 } as const;

const put =
  (change: (text: string) => Partial<Server>): Question["put"] =>
  (text, all) =>
    withErp(all, { connection: { ...(all.erp.connection || noServer), ...change(text) } });

const connectionQuestions = (port: number): readonly Question[] => [
  {
    message: "The server's name or IP address",
    ...{ example: "erp.example.org", paths: ["erp.connection.host"] },
    put: put((host) => ({ host })),
  },
  {
    message: "Its port",
    ...{ example: String(port), initial: String(port), paths: ["erp.connection.port"] },
    put: put((text) => ({ port: Number(text) })),
  },
  {
    message: "The database",
    ...{ example: "erp", paths: ["erp.connection.database"] },
    put: put((database) => ({ database })),
  },
  {
    message: "The user, best a role that can only read (docs/erp.md has its SQL)",
    ...{ example: "warehouse_reader", initial: "warehouse_reader", paths: ["erp.connection.user"] },
    put: put((user) => ({ user })),
  },
];

const askPassword = async (answers: Answers): Promise<Answers> => {
  const place = await chosen("Where is the user's password? The profile must not have it.", [
    ["environment", "in an environment variable, to try the site on this machine"],
    ["secret", "in AWS Secrets Manager, for a deployment"],
  ]);
  if (place === "environment")
    return typed(
      {
        message: "The name of the variable, never the password itself",
        ...{ example: "ERP_PASSWORD", initial: "ERP_PASSWORD", paths: ["erp.connection.password"] },
        put: put((environment) => ({ password: { environment } })),
      },
      answers,
    );
  return allTyped(
    [
      {
        message: "The whole ARN of the secret",
        example: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp-AbCdEf",
        paths: ["erp.connection.password"],
        put: put((secret) => ({ password: { secret, field: "password" } })),
      },
      {
        message: "Its field; a secret is a JSON object",
        ...{ example: "password", initial: "password", paths: ["erp.connection.password"] },
        put: (field, all) => {
          const { connection } = all.erp;
          const secret =
            connection && "secret" in connection.password && connection.password.secret;
          return put(() => ({ password: { secret: secret || "", field } }))(field, all);
        },
      },
    ],
    answers,
  );
};

/** Where the database server is, and where the password of its user is. */
export const askServer = async (
  answers: Answers,
  dialect: keyof typeof ports,
): Promise<Answers> => {
  const begun = withErp(answers, { dialect, connection: { ...noServer, port: ports[dialect] } });
  const found = await allTyped(connectionQuestions(ports[dialect]), begun);
  const tls = await chosen("Is the connection encrypted (TLS)?", [
    ["verified", "encrypted, and the server's certificate is checked"],
    ["unverified", "encrypted, whoever answers"],
    ["off", "in the clear"],
  ]);
  return askPassword(put(() => ({ tls }))("", found));
};
