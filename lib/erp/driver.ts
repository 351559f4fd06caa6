import type { Site } from "../site/schema.ts";
import type { Connect } from "./database.ts";
import type { PasswordFrom } from "./password.ts";

/** The driver of the site's database and the reader of its password. In a bundle the bundler chooses the two, see `infra/bundle/aliases.ts`. */
export const driverOf = async ({
  erp: { dialect, connection },
}: Site): Promise<{ connect: Connect; passwordFrom: PasswordFrom }> => {
  const secret = connection !== false && "secret" in connection.password;
  const [{ connect }, { passwordFrom }] = await Promise.all([
    import(`./${dialect}.ts`) as Promise<{ connect: Connect }>,
    secret ? import("./password-secret.ts") : import("./password-environment.ts"),
  ]);
  return { connect, passwordFrom };
};
