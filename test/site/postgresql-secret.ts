import { defineSite } from "#lib/site/define-site.ts";
import postgresql from "./postgresql.ts";

const { connection } = postgresql.erp;
if (!connection) throw new Error("the site on PostgreSQL has a server");

/** The site on PostgreSQL with its password in a secret. */
export default defineSite({
  ...postgresql,
  erp: {
    ...postgresql.erp,
    connection: {
      ...connection,
      password: {
        secret: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp-AbCdEf",
        field: "password",
      },
    },
  },
});
