import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "#lib/clock.ts";
import type { QueryResult } from "#lib/erp/database.ts";
import { oneConnection } from "#lib/erp/one-connection.ts";
import { passwordFrom } from "#lib/erp/password-secret.ts";
import { sessionOpener } from "#lib/erp/server.ts";
import { keepOutput } from "../support/output.ts";
import { startSecrets, type TestSecrets } from "../support/secrets-manager.ts";

// Switches the log on, which is silent in tests and reads its level when it loads.
vi.hoisted(() => {
  process.env.LOG_LEVEL = "INFO";
});

const row: QueryResult = { columns: ["n"], rows: [{ n: 1 }] };
const refused = Object.assign(new Error("password authentication failed"), { code: "refused" });

let secrets: TestSecrets;
const output = keepOutput();

beforeAll(async () => {
  secrets = await startSecrets();
});
afterAll(async () => {
  vi.restoreAllMocks();
  secrets.stop();
});
beforeEach(() => {
  secrets.reads.length = 0;
  secrets.hold("first");
  output.clear();
});

const logged = () => output.lines().map(({ message }) => message);

/** A new environment, whose look-ups each open a connection, on a database that accepts one password at a time. */
const environment = () => {
  const database = { accepts: "first", tried: [] as string[] };
  const driver = {
    signIn: async (_: unknown, password: string) => {
      database.tried.push(password);
      if (password !== database.accepts) throw refused;
      return async () => row;
    },
    meaningOf: ({ code }: { readonly code?: unknown }) =>
      code === "refused" ? ("credentials" as const) : undefined,
  };
  const { arn: secret } = secrets;
  let clock = 0;
  // Longer than an idle connection is reused.
  const now = () => (clock += 100_000);
  const ask = oneConnection({
    open: sessionOpener(passwordFrom({ secret, field: "password" }), driver),
    clock: { ...systemClock, now },
  });
  return { database, look: (limit = 20_000) => ask("select", [], { limit, wait: limit }) };
};

describe("the ERP's password in a secret", () => {
  it("is read by the first connection, and again after the database refuses it", async () => {
    const { look, database } = environment();
    expect(secrets.reads).toEqual([]);
    expect([await look(), await look()]).toEqual([row, row]);
    expect(secrets.reads).toEqual([secrets.arn]);
    database.accepts = "second";
    secrets.hold("second");
    expect([await look(), await look()]).toEqual([row, row]);
    expect(database.tried).toEqual(["first", "first", "first", "second", "second"]);
    expect(secrets.reads).toHaveLength(2);
    expect(logged()).toEqual(["erpPasswordChanged"]);
  });

  it("is read by each look-up while refused, and tried again only if changed", async () => {
    const { look, database } = environment();
    await look();
    database.accepts = "second";
    for (let n = 0; n < 3; n += 1)
      await expect(look()).rejects.toMatchObject({ kind: "credentials" });
    expect(database.tried).toEqual(["first", "first", "first", "first"]);
    expect(secrets.reads).toHaveLength(4);
    secrets.hold("second");
    expect(await look()).toEqual(row);
    expect(secrets.reads).toHaveLength(5);
  });

  it("is given up if the new one is refused as well", async () => {
    const { look, database } = environment();
    await look();
    database.accepts = "third";
    secrets.hold("second");
    await expect(look()).rejects.toMatchObject({ kind: "credentials" });
    expect(database.tried).toEqual(["first", "first", "second"]);
    expect(secrets.reads).toHaveLength(2);
  });

  it.each([
    ["is no JSON", { text: "hunter2-canary" }, "the secret is not JSON"],
    [
      "holds no text in its field",
      { text: '{"password":["hunter2-canary"]}' },
      'the secret has no text in its field "password"',
    ],
    ["may not be read", { refusal: "AccessDeniedException" }, "AccessDeniedException"],
  ] as const)(
    "is a fault when the secret %s, whose content is never shown",
    async (_, answering, reason) => {
      secrets.answering = answering;
      const { look, database } = environment();
      const failure = await look().catch((error: Error) => error);
      expect(failure).toMatchObject({
        kind: "credentials",
        message: `the ERP's password was not read: ${reason}`,
      });
      expect(database.tried).toEqual([]);
      expect(secrets.reads).toHaveLength(1);
      expect(logged()).toEqual(["erpPasswordNotRead"]);
      expect("error" in (output.lines()[0] ?? {})).toBe("refusal" in answering);
      expect(output.text() + (failure as Error).stack).not.toMatch(/hunter2/);
      secrets.hold("first");
      expect(await look()).toEqual(row);
    },
  );

  it("is waited for no longer than a look-up may take", async () => {
    secrets.answering = "half";
    const { look } = environment();
    await expect(look(150)).rejects.toMatchObject({ kind: "late" });
    // The next look-up waits for the same read, which has its own time limit.
    await expect(look()).rejects.toMatchObject({ kind: "credentials" });
    expect(secrets.reads).toHaveLength(1);
    secrets.hold("first");
    expect(await look()).toEqual(row);
  });
});
