import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { erpDatabaseOf } from "#lib/erp/postgresql.ts";
import { onLoopback } from "../support/loopback.ts";
import { openSession } from "./wire-session.ts";

const message = (type: string, ...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const text = (value: string) => Buffer.from(`${value}\0`);
const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16(value & 65_535)]);

const ready = message("Z", Buffer.from("I"));
const welcome = Buffer.concat([message("R", int32(0)), ready]);
const refused = message("E", ...["SFATAL", "C28P01", "Mno", ""].map(text));
const done = Buffer.concat([message("C", text("SET")), ready]);
/** A row of a column of integers. */
const row = (name: string, value: string) =>
  Buffer.concat([
    ...[message("1"), message("2")],
    message(
      "T",
      int16(1),
      text(name),
      int32(0),
      int16(0),
      int32(23),
      int16(4),
      int32(-1),
      int16(0),
    ),
    message("D", int16(1), int32(value.length), Buffer.from(value)),
    done,
  ]);

let stop = () => {};
afterEach(() => stop());

/** A server that answers a sign-in, a simple query, and a query with parameters. */
const answering = async (signIn: Buffer) => {
  const clients: Socket[] = [];
  const queries: string[] = [];
  const server = createServer((client) => {
    clients.push(client);
    client.on("error", () => {});
    client.once("data", () => {
      client.on("data", (data) => {
        queries.push(data.toString());
        client.write(data[0] === "Q".charCodeAt(0) ? done : row("ordered", "12"));
      });
      client.write(signIn);
    });
  });
  const { port, stop: close } = await onLoopback(server);
  stop = close;
  const hangUp = () => {
    for (const client of clients) client.destroy();
  };
  return { open: () => openSession(erpDatabaseOf, port), queries, hangUp };
};

describe("PostgreSQL", () => {
  it("is asked for rows after the limits of the session are set", async () => {
    const { open, queries } = await answering(welcome);
    const session = await open();
    expect(await session.ask("select 1", ["PO1"])).toEqual({
      columns: ["ordered"],
      rows: [{ ordered: 12 }],
    });
    expect(queries[0]).toContain("statement_timeout = 800");
    session.close();
  });

  it("refuses credentials by its code", async () => {
    const { open } = await answering(refused);
    await expect(open()).rejects.toMatchObject({ kind: "credentials" });
  });

  it("is used no more after the connection has ended", async () => {
    const { open, hangUp } = await answering(welcome);
    const session = await open();
    expect(session.isUsable()).toBe(true);
    hangUp();
    await expect.poll(session.isUsable).toBe(false);
  });
});
