import type { Connect } from "./database.ts";
import type { PasswordFrom } from "./password.ts";

type Chosen = {
  readonly erp: {
    readonly dialect: "sqlite" | "postgresql" | "mysql" | "mssql";
    readonly connection: false | { readonly password: object };
  };
};

/** The driver of the site's database and the reader of its password. In a bundle the bundler chooses the two, see `infra/bundle/aliases.ts`. */
export const driverOf = async ({ erp: { dialect, connection } }: Chosen): Promise<{ connect: Connect; passwordFrom: PasswordFrom }> => {
  const secret = connection !== false && "secret" in connection.password;
  const [{ connect }, { passwordFrom }] = await Promise.all([
    import(`./${dialect}.ts`) as Promise<{ connect: Connect }>,
    secret ? import("./password-secret.ts") : import("./password-environment.ts"),
  ]);
  return { connect, passwordFrom };
};
