import { LookupFailure } from "#lib/erp/database.ts";
import type { Site } from "#lib/site/schema.ts";

type ErpProfile = Site["erp"];

/** The address of the ERP in the site's profile. */
export const erpAddressOf = (
  { dialect, connection }: ErpProfile,
  file: string | undefined,
): string =>
  connection
    ? `${dialect} on ${connection.host}:${connection.port}, database ${connection.database}, user ${connection.user}, TLS ${connection.tls}`
    : `${dialect}, ${file}`;

const connectionAdvices = [
  [/is not set/, "It must have the password of erp.connection.user."],
  [/ECONNREFUSED|ENOTFOUND|EAI_AGAIN/, "Are host and port right, and does the server run?"],
  [
    /abort|timeout|ETIMEDOUT/i,
    "No answer: is there a firewall or a security group in between, or is erp.dialect wrong?",
  ],
  [
    /CERT|SELF_SIGNED|VERIFY_LEAF|ALTNAME/,
    "The certificate is not trusted: name its authority's file in NODE_EXTRA_CA_CERTS.",
  ],
] as const;

/** The driver's message, and what to check if no connection can be made. */
export const connectionAdvice = (error: unknown, { connection, dialect }: ErpProfile): string => {
  const lookupFailure = error instanceof LookupFailure ? error : undefined;
  const { code, message } = (lookupFailure?.cause ?? error) as { code?: unknown; message?: string };
  const driverMessage = message || String(code ?? error);
  if (!connection)
    return `The file cannot be opened. Does ERP_SQLITE name it, and may this user read it? Without ERP_SQLITE, it is the demo ERP that npm start creates. (${driverMessage})`;
  if (lookupFailure?.kind === "credentials") {
    const { password } = connection;
    const source =
      "secret" in password
        ? `the field "${password.field}" of the secret ${password.secret}`
        : password.environment;
    return `${lookupFailure.message}: is the password in ${source} right, and may ${connection.user} connect from this machine? (${driverMessage})`;
  }
  const advice = connectionAdvices.find(([pattern]) =>
    pattern.test(`${code} ${driverMessage}`),
  )?.[1];
  return `${advice ?? `Does ${dialect} listen there, and are the answers of erp.connection right?`} (${driverMessage})`;
};
