import type { SiteAnswers } from "./answers.ts";
import { askChoice, askText, askTexts, type TextQuestion } from "./ask.ts";

type ErpAnswers = SiteAnswers["erp"];
type ErpServer = Exclude<ErpAnswers["connection"], false>;

/** Replaces some answers about the ERP. */
export const withErp = (answers: SiteAnswers, erp: Partial<ErpAnswers>): SiteAnswers => ({
  ...answers,
  erp: { ...answers.erp, ...erp },
});

const exampleServer: ErpServer = {
  host: "erp.example.org",
  port: 5_432,
  database: "erp",
  user: "warehouse_reader",
  tls: "verified",
  password: { environment: "ERP_PASSWORD" },
  connections: false,
  network: false,
};

const defaultPorts = { postgresql: 5_432, mysql: 3_306, mssql: 1_433 } as const;

const putServer =
  (change: (text: string) => Partial<ErpServer>): TextQuestion["put"] =>
  (text, all) =>
    withErp(all, { connection: { ...(all.erp.connection || exampleServer), ...change(text) } });

const connectionQuestions = (port: number): readonly TextQuestion[] => [
  {
    message: "The server's name or IP address",
    ...{ example: "erp.example.org", paths: ["erp.connection.host"] },
    put: putServer((host) => ({ host })),
  },
  {
    message: "Its port",
    ...{ example: String(port), initial: String(port), paths: ["erp.connection.port"] },
    put: putServer((text) => ({ port: Number(text) })),
  },
  {
    message: "The database",
    ...{ example: "erp", paths: ["erp.connection.database"] },
    put: putServer((database) => ({ database })),
  },
  {
    message: "The user, preferably a role that can only read (docs/erp.md has its SQL)",
    ...{ example: "warehouse_reader", initial: "warehouse_reader", paths: ["erp.connection.user"] },
    put: putServer((user) => ({ user })),
  },
];

const askPassword = async (answers: SiteAnswers): Promise<SiteAnswers> => {
  const place = await askChoice("Where is the user's password? It must not be in the profile.", [
    ["environment", "in an environment variable, to try the site on this machine"],
    ["secret", "in AWS Secrets Manager, for a deployment"],
  ]);
  if (place === "environment")
    return askText(
      {
        message: "The name of the variable, never the password itself",
        ...{ example: "ERP_PASSWORD", initial: "ERP_PASSWORD", paths: ["erp.connection.password"] },
        put: putServer((environment) => ({ password: { environment } })),
      },
      answers,
    );
  return askTexts(
    [
      {
        message: "The whole ARN of the secret",
        example: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp-AbCdEf",
        paths: ["erp.connection.password"],
        put: putServer((secret) => ({ password: { secret, field: "password" } })),
      },
      {
        message: "Its field; a secret is a JSON object",
        ...{ example: "password", initial: "password", paths: ["erp.connection.password"] },
        put: (field, all) => {
          const { connection } = all.erp;
          const secret =
            connection && "secret" in connection.password && connection.password.secret;
          return putServer(() => ({ password: { secret: secret || "", field } }))(field, all);
        },
      },
    ],
    answers,
  );
};

/** Asks for the address of the database server, and for the source of its user's password. */
export const askServer = async (
  answers: SiteAnswers,
  dialect: keyof typeof defaultPorts,
): Promise<SiteAnswers> => {
  const begun = withErp(answers, {
    dialect,
    connection: { ...exampleServer, port: defaultPorts[dialect] },
  });
  const found = await askTexts(connectionQuestions(defaultPorts[dialect]), begun);
  const tls = await askChoice("Is the connection encrypted (TLS)?", [
    ["verified", "encrypted, and the server's certificate is checked"],
    ["unverified", "encrypted, but the server is not checked"],
    ["off", "in the clear"],
  ]);
  return askPassword(putServer(() => ({ tls }))("", found));
};
