import { readFileSync } from "node:fs";
import * as z from "zod";
import { type Account, accountId, region } from "./emulator.ts";
import type { Choice } from "./stage.ts";

const AssumedRole = z.object({
  Credentials: z.object({
    AccessKeyId: z.string(),
    SecretAccessKey: z.string(),
    SessionToken: z.string(),
  }),
});

/** The account as CI uses it: programs run with the rights of `.github/staging/rights.json` alone. */
export const accountOfCi = async (
  account: Account,
  { site, stage = "dev" }: Choice,
): Promise<Account> => {
  const role = `ci-${site}-${stage}`;
  const values = { account: accountId, region, site, stage };
  const rights = Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`<${name}>`, value),
    readFileSync(".github/staging/rights.json", "utf8"),
  );
  const anyone = { Effect: "Allow", Principal: { AWS: "*" }, Action: "sts:AssumeRole" };
  const trust = JSON.stringify({ Version: "2012-10-17", Statement: [anyone] });
  const ofRole = ["--role-name", role] as const;
  await account.aws("iam", "create-role", ...ofRole, "--assume-role-policy-document", trust);
  const policy = ["--policy-name", "ci", "--policy-document", rights] as const;
  await account.aws("iam", "put-role-policy", ...ofRole, ...policy);
  const arn = `arn:aws:iam::${accountId}:role/${role}`;
  const session = ["--role-arn", arn, "--role-session-name", "ci"] as const;
  const { Credentials } = AssumedRole.parse(await account.aws("sts", "assume-role", ...session));
  const credentials = {
    AWS_ACCESS_KEY_ID: Credentials.AccessKeyId,
    AWS_SECRET_ACCESS_KEY: Credentials.SecretAccessKey,
    AWS_SESSION_TOKEN: Credentials.SessionToken,
  };
  const run: Account["run"] = (program, args, more) =>
    account.run(program, args, { ...credentials, ...more });
  return { ...account, run };
};
