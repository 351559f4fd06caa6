import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { answerLookups } from "#lib/erp/lookup-function.ts";
import { passwordFrom } from "#lib/erp/password-secret.ts";
import { erpReaderOf } from "#lib/erp/view-reader.ts";
import { silentMeter } from "#lib/metrics.ts";
import { type Owner, ownDatabase } from "../../support/erp-owner.ts";
import { type FaultyTcp, startFaultyTcp } from "../../support/faulty-tcp.ts";
import { startSecrets, type TestSecrets } from "../../support/secrets-manager.ts";
import { site } from "../../support/site.ts";
import { patient } from "../../support/waits.ts";
import { connectionTo, describeServers } from "./drivers.ts";

/** SQL that makes a role, and SQL that changes its password. */
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

describeServers("the password in a secret, on", (name, erpDatabaseOf) => {
  let owner: Owner;
  let line: FaultyTcp;
  let secrets: TestSecrets;
  const connection = () => {
    const password = { secret: secrets.arn, field: "password" };
    return connectionTo({ port: line.port, database: "secrets" }, { user: "keeper", password });
  };
  const longest = 2 * patient.lookup;
  const changeTo = (password: string) => owner.run(roles[name].change(password));

  beforeAll(async () => {
    secrets = await startSecrets();
    owner = await ownDatabase(name, "secrets");
    line = await startFaultyTcp(owner.port);
    await owner.run("CREATE TABLE goods AS SELECT 'PO1-1' AS zongpai");
    await owner.run(
      "CREATE VIEW zongpai_view AS SELECT zongpai, 7 AS quantity, 'chair' AS product FROM goods",
    );
    await owner.run(roles[name].make);
    await changeTo("first");
    secrets.hold("first");
  });
  afterAll(async () => {
    vi.useRealTimers();
    await line?.stop();
    await owner?.close();
    secrets?.stop();
  });

  it("is rotated under load; new connections work 30 s after the change", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const erp = { ...site.erp, connection: connection() };
    /** Environments of the look-up function, each with its own connection, password and breaker. */
    const environments = (count: number) =>
      Array.from({ length: count }, () =>
        answerLookups(
          erpReaderOf(erpDatabaseOf(erp, passwordFrom), { ...site, erp }, silentMeter.count, {
            lookupLimitMs: longest,
          }),
        ),
      );
    /** Asks each environment this number of times, all at once. Returns the number of refused look-ups. */
    const asked = async (those: ReturnType<typeof environments>, times: number) => {
      let refused = 0;
      const one = async (lookUp: (typeof those)[number]) => {
        for (let n = 0; n < times; n += 1) {
          const answer = await lookUp({ what: "zongpai", key: "PO1-1", left: longest });
          if ("unavailable" in answer) refused += 1;
          else expect(answer.row).toEqual({ zongpai: "PO1-1", ordered: 7, product: "chair" });
        }
      };
      await Promise.all(those.map(one));
      return refused;
    };
    // The environments of `open` make 2,220 look-ups in all, the number in docs/operations.md.
    const [open, fresh] = [environments(10), environments(10)];
    expect(await asked(open, 1)).toBe(0);
    // The server has the new password, and the secret still has the old one.
    const [during] = await Promise.all([asked(open, 200), changeTo("second")]);
    expect(during).toBe(0);
    expect(await asked(fresh, 20)).toBe(200);
    secrets.hold("second");
    expect(await asked(open, 20)).toBe(0);
    vi.setSystemTime(Date.now() + 29_000);
    expect(await asked(fresh, 1)).toBe(10);
    vi.setSystemTime(Date.now() + 1_000);
    expect(await asked(fresh, 20)).toBe(0);
    // A look-up that loses its connection now finds the new password.
    await line.cut();
    expect(await asked(open, 1)).toBe(0);
  });
});
