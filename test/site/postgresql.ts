import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";

/** Demo with its ERP on a PostgreSQL server. A test sets the server before it loads this file. */
export default defineSite({
  ...demo,
  erp: {
    ...demo.erp,
    dialect: "postgresql",
    connection: {
      host: "127.0.0.1",
      // A test learns these only when it runs.
      get port() {
        return Number(process.env.TEST_ERP_PORT ?? 5_432);
      },
      get database() {
        return process.env.TEST_ERP_DATABASE ?? "erp";
      },
      user: process.env.TEST_ERP_USER ?? "erp_reader",
      tls: "off",
      password: { environment: "ERP_PASSWORD" },
      connections: false,
      network: false,
    },
  },
});
