import { newFolder } from "../support/folder.ts";
import { type Account, accountId, region, startEmulator } from "./emulator.ts";
import type { Tools } from "./tools.ts";

/** An account on an emulator, prepared for CDK as in the first step of docs/deploy.md. */
export const bootstrapped = async (tools: Tools): Promise<Account> => {
  const account = await startEmulator(tools);
  const { status, out, errors } = await account.run("cdk", [
    ...["bootstrap", `aws://${accountId}/${region}`, "--output", newFolder()],
  ]);
  if (status !== 0) throw new Error(`cdk bootstrap ended with ${status}.\n${out}${errors}`);
  // The bucket's policy refuses plain HTTP, and the emulator obeys it.
  const bucket = `cdk-hnb659fds-assets-${accountId}-${region}`;
  await account.aws("s3api", "delete-bucket-policy", "--bucket", bucket);
  return account;
};
