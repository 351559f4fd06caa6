// biome-ignore lint/style/noRestrictedImports: the one file of lib/erp that asks AWS, in the bundle only where a site names a secret.
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod/mini";
import { systemClock } from "../clock.ts";
import { logEvent } from "../log.ts";
import { LookupFailure } from "./database.ts";
import type { PasswordFrom } from "./password.ts";

/** For one read: a request waits a few seconds for a connection and its look-up. */
const readLimitMs = 1_000;

const passwordNotRead = (reason: string, error?: unknown) => {
  logEvent("erpPasswordNotRead", { reason, ...(error ? { error } : {}) });
  return new LookupFailure("credentials", `the ERP's password was not read: ${reason}`, error);
};

const passwordInSecret = (text: string | undefined, field: string): string => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text ?? "");
  } catch {
    // Without the parser's message, which would contain a part of the secret.
    throw passwordNotRead("the secret is not JSON");
  }
  const schema = z.object({ [field]: z.string().check(z.minLength(1)) });
  const password = schema.safeParse(parsed).data?.[field];
  if (password === undefined)
    throw passwordNotRead(`the secret has no text in its field "${field}"`);
  return password;
};

/**
 * Reads the password from a secret of Secrets Manager: for the first connection, and when the server refuses it, as after a rotation. A read
 * outlasts the look-up that began it: look-ups with less time than a read takes would never get a password.
 */
export const passwordFrom: PasswordFrom = (source) => {
  if (!("secret" in source)) throw new Error("the site names no secret");
  const { secret, field } = source;
  const client = new SecretsManagerClient({ region: secret.split(":")[3], maxAttempts: 1 });
  let held: string | undefined;
  let reading: { readonly since: number; readonly value: Promise<string> } | undefined;

  const readSecret = async (): Promise<string | undefined> => {
    const { signal: abortSignal, cancel } = systemClock.timeout(readLimitMs);
    try {
      const command = new GetSecretValueCommand({ SecretId: secret });
      return (await client.send(command, { abortSignal })).SecretString;
    } catch (error) {
      throw passwordNotRead((error as Error).name, error);
    } finally {
      cancel();
    }
  };

  const readPassword = (): Promise<string> => {
    // A read that began earlier was frozen with its function, and its connection is gone.
    if (reading && systemClock.now() - reading.since < readLimitMs) return reading.value;
    const value = readSecret().then((text) => passwordInSecret(text, field));
    const thisReading = { since: systemClock.now(), value };
    reading = thisReading;
    const endReading = (password = held) => {
      if (reading !== thisReading) return;
      held = password;
      reading = undefined;
    };
    value.then(endReading, () => endReading());
    return value;
  };

  return {
    current: async () => held ?? (await readPassword()),
    otherThan: async (refused) => {
      const password = await readPassword();
      if (password === refused) return undefined;
      logEvent("erpPasswordChanged", {});
      return password;
    },
  };
};
