import { expect, it } from "vitest";
import { loadDriver } from "#lib/erp/driver.ts";
import { passwordFrom as inEnvironment } from "#lib/erp/password.ts";
import { passwordFrom as inSecret } from "#lib/erp/password-secret.ts";
import demo from "../../sites/demo.ts";
import postgresql from "../site/postgresql.ts";
import postgresqlSecret from "../site/postgresql-secret.ts";

it.each([
  ["without a server", demo, inEnvironment],
  ["with a password in the environment", postgresql, inEnvironment],
  ["with a password in a secret", postgresqlSecret, inSecret],
])("a site %s reads its password there", async (_, site, passwordFrom) => {
  expect((await loadDriver(site)).passwordFrom).toBe(passwordFrom);
});
