import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { answerLookups } from "#lib/erp/lookup-function.ts";
import { oneConnection } from "#lib/erp/one-connection.ts";
import { passwordFrom } from "#lib/erp/password-secret.ts";
import { readerOn } from "#lib/erp/view-reader.ts";
import { silent } from "#lib/metrics.ts";
import { patient } from "../../../commands/waits.ts";
import { type Owner, ownDatabase } from "../../support/erp-owner.ts";
import { type FaultyTcp, startFaultyTcp } from "../../support/faulty-tcp.ts";
import { startSecrets, type TestSecrets } from "../../support/secrets-manager.ts";
import { site } from "../../support/site.ts";
import { connectionTo, describeServers } from "./drivers.ts";

/** How a role is made, and how its password is changed. */
const roles = {
  postgresql: {
    make: "CREATE ROLE keeper LOGIN; GRANT SELECT ON zongpai_view TO keeper",
    change: (password: string) => `ALTER ROLE keeper PASSWORD '${password}'`,
  },
  mysql: {
    make: "CREATE USER keeper@'%'; GRANT SELECT ON secrets.* TO keeper@'%'",
    change: (password: string) => `ALTER USER keeper@'%' IDENTIFIED BY '${password}'`,
  },
};

describeServers("the password in a secret, on", (name, connect) => {
  let owner: Owner;
  let line: FaultyTcp;
  let secrets: TestSecrets;
  const connection = () => {
    const password = { secret: secrets.arn, field: "password" };
    return connectionTo({ port: line.port, database: "secrets" }, { user: "keeper", password });
  };
  let ask: ReturnType<typeof oneConnection>;
  let rotations = 0;
  let current = "";

  const lookupTimeout = 2 * patient.lookup;
  const look = () => ask("SELECT 1 AS n", [], lookupTimeout);
  const row = expect.objectContaining({ columns: ["n"] });
  const rotated = async () => {
    rotations += 1;
    current = `password ${rotations}`;
    await owner.run(roles[name].change(current));
  };

  beforeAll(async () => {
    secrets = await startSecrets();
    owner = await ownDatabase(name, "secrets");
    line = await startFaultyTcp(owner.port);
    await owner.run(
      "CREATE TABLE goods (zongpai VARCHAR(40) PRIMARY KEY); INSERT INTO goods VALUES ('PO1-1')",
    );
    await owner.run("CREATE VIEW zongpai_view AS SELECT zongpai, 7 AS quantity FROM goods");
    await owner.run(roles[name].make);
  });
  beforeEach(async () => {
    await rotated();
    secrets.hold(current);
    secrets.reads.length = 0;
    await line.reset();
    ask = oneConnection({
      open: connect({ lookupTimeout, connection: connection() }, passwordFrom).open,
    });
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(async () => {
    await line?.stop();
    await owner?.close();
    await secrets?.stop();
  });

  it("is rotated without a look-up that fails: it is read again when the lost connection is replaced", async () => {
    await look();
    await rotated();
    secrets.hold(current);
    expect(await look()).toEqual(row);
    expect(secrets.reads).toHaveLength(1);
    await line.reset();
    expect(await look()).toEqual(row);
    expect(await look()).toEqual(row);
    expect(secrets.reads).toHaveLength(2);
    // With the old password, and with the new one.
    expect(line.counts).toEqual({ most: 1, made: 2 });
  });

  it("fails in time when the secret still holds what the server refuses, and is found by the next look-up when it no longer does", async () => {
    await look();
    await rotated();
    await line.reset();
    await expect(look()).rejects.toMatchObject({
      kind: "credentials",
      cause: { code: expect.stringMatching(/^28P01$|ACCESS_DENIED/) },
    });
    expect(secrets.reads).toHaveLength(2);
    expect(line.counts.made).toBe(1);
    secrets.hold(current);
    expect(await look()).toEqual(row);
    expect(secrets.reads).toHaveLength(3);
  });

  it("is rotated under load: no look-up on an open connection fails, and the others succeed 30 s after the secret holds it", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const erp = { ...site.erp, lookupTimeout, connection: connection() };
    /** Environments of the look-up function, each with a connection, a password and a breaker of its own. */
    const environments = (count: number) =>
      Array.from({ length: count }, () =>
        answerLookups(readerOn(connect(erp, passwordFrom), { ...site, erp }, silent.count)),
      );
    /** Each is asked so often, all of them at once; how many of the look-ups were refused. */
    const asked = async (those: ReturnType<typeof environments>, times: number) => {
      let refused = 0;
      const one = async (lookUp: (typeof those)[number]) => {
        for (let n = 0; n < times; n += 1) {
          const answer = await lookUp({ what: "zongpai", key: "PO1-1", left: lookupTimeout });
          if ("unavailable" in answer) refused += 1;
          else expect(answer.row).toEqual({ zongpai: "PO1-1", ordered: 7 });
        }
      };
      await Promise.all(those.map(one));
      return refused;
    };
    // Those of `open` make 2,220 look-ups in all, the number in docs/operations.md.
    const [open, fresh, calm] = [environments(10), environments(10), environments(5)];
    expect(await asked(open, 1)).toBe(0);
    // The server has the new password, the secret not yet.
    const [during] = await Promise.all([asked(open, 200), rotated()]);
    expect(during).toBe(0);
    secrets.reads.length = 0;
    expect(await asked(fresh, 20)).toBe(200);
    expect(await asked(calm, 2)).toBe(10);
    // Of 20 look-ups each environment asked with five, and read the secret once more for the first.
    expect(secrets.reads).toHaveLength(10 * 6 + 5 * 3);
    secrets.hold(current);
    expect(await asked(calm, 20)).toBe(0);
    expect(await asked(open, 20)).toBe(0);
    vi.setSystemTime(Date.now() + 29_000);
    expect(await asked(fresh, 1)).toBe(10);
    vi.setSystemTime(Date.now() + 1_000);
    expect(await asked(fresh, 20)).toBe(0);
    // What loses its connection now finds the new password in the same look-up.
    await line.reset();
    expect(await asked(open, 1)).toBe(0);
  });
});
