import { createServer, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { erpDatabaseOf, shownValueOf } from "#lib/erp/mysql.ts";
import { onLoopback } from "../support/loopback.ts";
import { openSession } from "./wire-session.ts";

const packet = (sequence: number, ...parts: readonly (string | readonly number[])[]) => {
  const payload = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const header = Buffer.from([payload.length, 0, 0, sequence]);
  return Buffer.concat([header, payload]);
};
const zeros = (length: number) => Array<number>(length).fill(0);
const capabilities = [
  [0xff, 0xf7],
  [33, 2, 0],
  [0xff, 0],
] as const;
const greeting = packet(
  0,
  [10],
  "8.4.0\0",
  ...[zeros(4), "saltsalt\0", ...capabilities, [21], zeros(10)],
  ...["saltsaltsalt\0", "mysql_native_password\0"],
);
const ok = [0, 0, 0, 2, 0, 0, 0];

let stop = () => {};
afterEach(() => stop());

/** MySQL's error 1146: there is no such table. */
const noSuchTable = [[0xff, 0x7a, 0x04], "#42S02no such view"] as const;

/** A server that accepts each user and statement, but lets no statement be prepared. */
const acceptingServer = async () => {
  const clients: Socket[] = [];
  const statements: string[] = [];
  const server = createServer((client) => {
    clients.push(client);
    client.on("error", () => {});
    client.on("data", (data) => {
      statements.push(data.subarray(5).toString());
      const isPrepared = data[4] === 0x16;
      client.write(packet((data[3] ?? 0) + 1, ...(isPrepared ? noSuchTable : [ok])));
    });
    client.write(greeting);
  });
  const { port, stop: close } = await onLoopback(server);
  stop = close;
  const hangUp = () => {
    for (const client of clients) client.destroy();
  };
  return { port, statements, hangUp };
};

it("a refused statement of MySQL keeps its error, and the connection is used on", async () => {
  const { port } = await acceptingServer();
  const session = await openSession(erpDatabaseOf, port);
  await expect(session.ask("select 1", [])).rejects.toMatchObject({ errno: 1146 });
  expect(session.isUsable()).toBe(true);
  session.close();
});

it("a connection to MySQL that ends while it is idle is used no more", async () => {
  const { port, statements, hangUp } = await acceptingServer();
  const session = await openSession(erpDatabaseOf, port);
  expect(session.isUsable()).toBe(true);
  expect(statements.slice(1)).toEqual([
    "SET SESSION TRANSACTION READ ONLY",
    expect.stringContaining("max_execution_time = 800 "),
  ]);
  hangUp();
  await expect.poll(session.isUsable).toBe(false);
});

it.each([
  ["BIT", 1, [1], true],
  ["BIT", 1, [0], false],
  ["BIT", 8, [1], "as the driver reads it"],
  ["TINY", 1, [1], "as the driver reads it"],
])("of MySQL, %s(%i) with the bytes %j is %s", (type, length, bytes, value) => {
  const field = { type, length, buffer: () => Buffer.from(bytes) } as Parameters<
    typeof shownValueOf
  >[0];
  expect(shownValueOf(field, () => "as the driver reads it")).toBe(value);
});
