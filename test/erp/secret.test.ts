import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "#lib/clock.ts";
import { breaker } from "#lib/erp/breaker.ts";
import type { Answer } from "#lib/erp/database.ts";
import { oneConnection } from "#lib/erp/one-connection.ts";
import { passwordFrom } from "#lib/erp/password-secret.ts";
import { opener } from "#lib/erp/server.ts";
import { keepOutput } from "../support/output.ts";
import { startSecrets, type TestSecrets } from "../support/secrets-manager.ts";

// A log that is written: in tests it is silent, and it reads its level when it loads.
vi.hoisted(() => {
  process.env.LOG_LEVEL = "INFO";
});

const row: Answer = { columns: ["n"], rows: [{ n: 1 }] };
const refused = Object.assign(new Error("password authentication failed"), { code: "refused" });

let secrets: TestSecrets;
const output = keepOutput();

beforeAll(async () => {
  secrets = await startSecrets();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await secrets.stop();
});
beforeEach(() => {
  secrets.reads.length = 0;
  secrets.delay = 0;
  secrets.hold("first");
  output.clear();
});

const logged = () => output.lines().map(({ message }) => message);

/** A new environment, whose look-ups open a connection each, on a database that takes one password at a time. */
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
  const now = () => {
    clock += 1;
    return clock;
  };
  const ask = oneConnection({
    open: opener(passwordFrom({ secret, field: "password" }), driver),
    idleFor: 0,
    clock: { ...systemClock, now },
  });
  return { database, look: (limit = 20_000) => ask("select", [], limit) };
};

describe("the ERP's password in a secret", () => {
  it("is read once, by the first connection, under the name that the site gives", async () => {
    const { look, database } = environment();
    expect(secrets.reads).toEqual([]);
    for (let n = 0; n < 20; n += 1) expect(await look()).toEqual(row);
    expect(database.tried).toHaveLength(20);
    expect(secrets.reads).toEqual([secrets.arn]);
  });

  it("is read again once when the database refuses it, and the look-up that met this succeeds", async () => {
    const { look, database } = environment();
    await look();
    database.accepts = "second";
    secrets.hold("second");
    expect(await look()).toEqual(row);
    expect(await look()).toEqual(row);
    expect(database.tried).toEqual(["first", "first", "second", "second"]);
    expect(secrets.reads).toHaveLength(2);
    expect(logged()).toEqual(["erpPasswordChanged"]);
  });

  it("is not tried again if it is still the same; each look-up reads it once more, so that the next one finds the new one", async () => {
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

  it("is not read for each of many look-ups while it is wrong: the breaker spaces them", async () => {
    const { look, database } = environment();
    const guarded = breaker(() => {});
    database.accepts = "second";
    for (let n = 0; n < 30; n += 1) await expect(guarded(look)).rejects.toThrow();
    // The first read, and one for each of the five failures after which the ERP is not asked.
    expect(secrets.reads).toHaveLength(6);
    expect(database.tried).toHaveLength(5);
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
      "lacks the field",
      { text: '{"pass":"hunter2-canary"}' },
      'the secret has no text in its field "password"',
    ],
    [
      "holds no text in it",
      { text: '{"password":["hunter2-canary"]}' },
      'the secret has no text in its field "password"',
    ],
    [
      "is empty in it",
      { text: '{"password":"","canary":"hunter2"}' },
      'the secret has no text in its field "password"',
    ],
    [
      "is binary",
      { bytes: Buffer.from("hunter2-canary").toString("base64") },
      "the secret holds no text",
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
      for (const shown of [
        output.text(),
        String((failure as Error).stack),
        JSON.stringify(failure),
      ])
        expect(shown).not.toMatch(/hunter2/);
      secrets.hold("first");
      expect(await look()).toEqual(row);
    },
  );

  it.each(["silence", "half"] as const)(
    "is waited for no longer than a look-up may take: %s",
    async (answering) => {
      secrets.answering = answering;
      const { look } = environment();
      // Not what the read ends with.
      await expect(look(150)).rejects.toMatchObject({ kind: "late" });
      // Those who come next wait for the same read, and it has an end of its own.
      await expect(look(20_000)).rejects.toMatchObject({ kind: "credentials" });
      expect(secrets.reads).toHaveLength(1);
      secrets.hold("first");
      expect(await look()).toEqual(row);
    },
  );

  it("serves the next look-up when it came too late for the one that asked for it", async () => {
    secrets.delay = 150;
    const { look } = environment();
    await expect(look(60)).rejects.toMatchObject({ kind: "late" });
    expect(await look()).toEqual(row);
    expect(secrets.reads).toHaveLength(1);
  });

  it("fails at once when Secrets Manager cannot be reached", async () => {
    const unused = createServer().listen(0, "127.0.0.1");
    await once(unused, "listening");
    const { port } = unused.address() as AddressInfo;
    unused.close();
    vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", `http://127.0.0.1:${port}`);
    const { look } = environment();
    await expect(look()).rejects.toMatchObject({ kind: "credentials" });
    vi.unstubAllEnvs();
  });
});
