import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { erpDatabaseOf } from "#lib/erp/mssql.ts";
import { onLoopback } from "../support/loopback.ts";
import { openSession } from "./wire-session.ts";

const types = { batch: 1, call: 3, login: 16, preLogin: 18 };

const packet = (...parts: readonly Buffer[]) => {
  const payload = Buffer.concat(parts);
  const header = Buffer.from([4, 1, 0, 0, 0, 0, 1, 0]);
  header.writeUInt16BE(payload.length + header.length, 2);
  return Buffer.concat([header, payload]);
};
const bytes = (...values: readonly number[]) => Buffer.from(values);
const wide = (text: string) => Buffer.from(text, "utf16le");
const uint32 = (value: number) => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
};
const token = (kind: number, body: Buffer) =>
  Buffer.concat([bytes(kind, body.length, body.length >> 8), body]);

const withoutTls = 2;
const preLoginAnswer = bytes(
  0,
  0,
  11,
  0,
  6,
  1,
  0,
  17,
  0,
  1,
  255,
  ...[16, 0, 0, 0, 0, 0],
  withoutTls,
);
const done = bytes(253, ...Array<number>(12).fill(0));
const welcome = token(173, Buffer.concat([bytes(1, 116, 0, 0, 4, 3), wide("ERP"), uint32(0)]));
const collation = token(227, bytes(7, 5, 9, 4, 208, 0, 52, 0));
const errorOf = (number: number) =>
  token(
    170,
    Buffer.concat([uint32(number), bytes(1, 14, 2, 0), wide("no"), bytes(0, 0), uint32(1)]),
  );
const column = (type: number, name: string) =>
  Buffer.concat([bytes(0, 0, 0, 0, 0, 0, type, name.length), wide(name)]);
/** The day 2026-11-05 as a DATE, and as a DATETIME at noon. */
const days = Buffer.concat([
  Buffer.concat([bytes(129, 2, 0), column(40, "day"), column(61, "time")]),
  bytes(209, 3, ...[0x54, 0x4a, 0x0b]),
  Buffer.concat([uint32(46_329), uint32(12 * 3_600 * 300)]),
]);

let stop = () => {};
afterEach(() => stop());

/** A server of which each answer is given by the type of its request. */
const answering = async (
  answers: Readonly<Record<number, Buffer>>,
  tls: "off" | "verified" = "off",
) => {
  const clients: Socket[] = [];
  const requests: { readonly type: number; readonly text: string; readonly data: Buffer }[] = [];
  const server = createServer((client) => {
    clients.push(client);
    client.on("error", () => {});
    client.on("data", (data) => {
      const type = data[0] ?? 0;
      requests.push({ type, text: data.toString("utf16le"), data });
      client.write(packet(answers[type] ?? done));
    });
  });
  const { port, stop: close } = await onLoopback(server);
  stop = close;
  const hangUp = () => {
    for (const client of clients) client.destroy();
  };
  return { open: () => openSession(erpDatabaseOf, port, tls), requests, hangUp };
};
const accepting = {
  [types.preLogin]: preLoginAnswer,
  [types.login]: Buffer.concat([welcome, collation, done]),
};

describe("SQL Server", () => {
  it("is asked with parameters, after the limits of the session are set", async () => {
    const { open, requests } = await answering(accepting);
    const session = await open();
    await session.ask("select 1 where 2 = @1", ["PO4"]);
    const [limits, call] = requests.slice(-2);
    expect(limits).toMatchObject({
      type: types.batch,
      text: expect.stringContaining("LOCK_TIMEOUT 800"),
    });
    expect(call).toMatchObject({
      type: types.call,
      text: expect.stringContaining("select 1 where"),
    });
    session.close();
  });

  it("gives a day without a time, and a time with its day", async () => {
    const { open } = await answering({ ...accepting, [types.call]: Buffer.concat([days, done]) });
    const session = await open();
    expect(await session.ask("select", [])).toEqual({
      columns: ["day", "time"],
      rows: [{ day: "2026-11-05", time: "2026-11-05T12:00:00.000Z" }],
    });
    session.close();
  });

  it("refuses credentials by the number of its message", async () => {
    const { open } = await answering({
      ...accepting,
      [types.login]: Buffer.concat([errorOf(18_456), done]),
    });
    await expect(open()).rejects.toMatchObject({ kind: "credentials" });
  });

  it("is not told the password without TLS where the site demands TLS", async () => {
    const { open, requests } = await answering(accepting, "verified");
    await expect(open()).rejects.toThrow("encrypt");
    expect(requests).toHaveLength(1);
  });

  it("is used no more after the connection has ended", async () => {
    const { open, hangUp } = await answering(accepting);
    const session = await open();
    expect(session.isUsable()).toBe(true);
    hangUp();
    await expect.poll(session.isUsable).toBe(false);
  });
});
