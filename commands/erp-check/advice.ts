import { LookupFailure } from "#lib/erp/database.ts";
import type { PasswordSource } from "#lib/erp/password.ts";
import type { Site } from "#lib/site/schema.ts";

type Erp = Site["erp"];

/** Where the site says that its ERP is. */
export const placeOf = ({ dialect, connection }: Erp, file: string | undefined): string =>
  connection
    ? `${dialect} on ${connection.host}:${connection.port}, database ${connection.database}, user ${connection.user}, TLS ${connection.tls}`
    : `${dialect}, ${file}`;

const inWords = (password: PasswordSource): string =>
  "secret" in password
    ? `the field "${password.field}" of the secret ${password.secret}`
    : password.environment;

/** The driver's own error, where there is one behind ours. */
const faultOf = (error: unknown) => {
  const { code = "", message } = (
    error instanceof LookupFailure ? (error.cause ?? error) : error
  ) as { code?: unknown; message?: string };
  return { code: String(code), message: message || String(code || error) };
};

/** What to mend when no connection can be made, with the driver's own words. */
export const connectionAdvice = (error: unknown, { connection, dialect }: Erp): string => {
  const { code, message } = faultOf(error);
  if (!connection)
    return `The file cannot be opened: does ERP_SQLITE name it, and may this user read it? Without ERP_SQLITE it is the demo ERP that npm start seeds. (${message})`;
  const { host, port, user, database, password, tls } = connection;
  if (/is not set/.test(message)) return `${message} It must hold the password of ${user}.`;
  const own = error instanceof LookupFailure ? error.message : "";
  if (/was not read/.test(own))
    return `${own}. It must be in ${inWords(password)}, which this machine's AWS credentials may read.`;
  const both = `${code} ${message}`;
  const advice = (
    [
      [/ECONNREFUSED/, `Nothing listens on ${host}:${port}: does the server run?`],
      [/ENOTFOUND|EAI_AGAIN/, `The name ${host} is not known: is erp.connection.host right?`],
      [
        /abort|timeout|ETIMEDOUT/i,
        `${host}:${port} does not answer as ${dialect}: is there a firewall or a security group in between, or is erp.dialect wrong?`,
      ],
      [
        /^28|^ER_ACCESS_DENIED|^ELOGIN/,
        `The server does not let ${user} in: is the password in ${inWords(password)} right, and may ${user} come from this machine?`,
      ],
      [/^3D000|^ER_BAD_DB/, `There is no database ${database} on this server.`],
      [
        /^53300|^ER_CON_COUNT|^ER_TOO_MANY/,
        `The server has no connection left for ${user}: raise its limit.`,
      ],
      [
        /CERT|SELF_SIGNED|VERIFY_LEAF|ALTNAME/,
        "The server's certificate is not trusted: name its authority's file in NODE_EXTRA_CA_CERTS.",
      ],
      [/SSL|TLS|secure/i, `The server and erp.connection.tls "${tls}" do not go together.`],
      [
        /closed|terminated|ECONNRESET|hang up|sequence|packet|protocol/i,
        `What listens on ${host}:${port} does not speak ${dialect}: are erp.dialect and the port right?`,
      ],
    ] as const
  ).find(([pattern]) => pattern.test(both))?.[1];
  return advice ? `${advice} (${message})` : message;
};

/** What to mend when a view cannot be read. */
export const viewAdvice = (error: unknown, relation: string, { connection }: Erp): string => {
  const { code, message } = faultOf(error);
  const both = `${code} ${message}`;
  if (/^42P01|^ER_NO_SUCH_TABLE|^3F000|no such table|Invalid object name/i.test(both))
    return `There is no view ${relation}: names are taken exactly as they are written, and a dot stands between schema and view. (${message})`;
  if (/^42501|^ER_TABLEACCESS_DENIED|permission was denied/i.test(both))
    return `${connection ? connection.user : "this user"} may not read ${relation}: grant SELECT on it. (${message})`;
  return `${relation} cannot be read: ${message}`;
};
