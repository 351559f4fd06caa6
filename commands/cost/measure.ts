import { randomUUID } from "node:crypto";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { v1 } from "#lib/routes.ts";
import { documents, tableName } from "#lib/store/client.ts";
import site from "#site";
import { metered } from "../bench-growth/meter.ts";
import { answerTo, eventOf, nameOf } from "../bench-growth/service.ts";
import { type Sizes, sizesOf } from "./item-size.ts";
import type { OperationId } from "./mix.ts";
import type { Stand } from "./stand.ts";
import { type Step, stepsOn } from "./steps.ts";

/** What one request took: units as the engine tells them, bytes, and how often the function waited for DynamoDB. */
export type Taken = {
  readonly trips: number;
  readonly waits: number;
  readonly transactions: number;
  readonly writeTable: number;
  readonly writeIndex: number;
  /** Writes of refused transactions, which the engine reports as nothing. */
  readonly refusedWrites: number;
  readonly read: number;
  readonly answerBytes: number;
  readonly logBytes: number;
  /** What the table and its index grew by, as DynamoDB bills it. */
  readonly stored: Sizes;
};

/** An operation, the first time and, of a write, sent again as after a lost answer. */
export type Measured = {
  readonly id: OperationId;
  readonly operation: string;
  readonly asksErp: boolean;
  readonly first: Taken;
  readonly again?: Taken;
};

const storedNow = async (): Promise<Sizes> => {
  const sizes: Sizes[] = [];
  for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: tableName, ConsistentRead: true }))
    sizes.push(...Items.map(sizesOf));
  return { table: sizes.reduce((sum, { table }) => sum + table, 0), index: sizes.reduce((sum, { index }) => sum + index, 0) };
};

/** Runs a call and counts what it prints, which on Lambda is its log. */
const listening = async <Answer>(call: () => Promise<Answer>): Promise<{ answer: Answer; bytes: number }> => {
  const { write } = process.stdout;
  let bytes = 0;
  process.stdout.write = (chunk: string | Uint8Array) => {
    bytes += Buffer.byteLength(chunk);
    return true;
  };
  try {
    return { answer: await call(), bytes };
  } finally {
    process.stdout.write = write;
  }
};

type Answer = Awaited<ReturnType<typeof answerTo>>;

const keyHeaders = (): string[] => {
  const { idempotencyKey } = site.extensions;
  return idempotencyKey && "header" in idempotencyKey ? [idempotencyKey.header, randomUUID()] : [];
};

const send = async (step: Step, event: ReturnType<typeof eventOf>): Promise<{ readonly taken: Taken; readonly answer: Answer }> => {
  const before = await storedNow();
  const { answer: sample, bytes } = await listening(() => metered(() => answerTo(step.route, event)));
  const after = await storedNow();
  const { answer, trips, waits, transactions, writeTable, writeIndex, refusedWrites, read } = sample;
  const stored = { table: after.table - before.table, index: after.index - before.index };
  const counts = { trips, waits, transactions, writeTable, writeIndex, refusedWrites, read };
  return { answer, taken: { ...counts, answerBytes: Buffer.byteLength(answer.body), logBytes: bytes, stored } };
};

/** An answer other than the expected one would be the figure of another operation. */
const check = ({ route, refused, fields }: Step, { statusCode, body }: Answer): void => {
  const expected = refused ? statusCode >= 400 && statusCode < 500 : statusCode === site.success[route];
  if (!expected) throw new Error(`${nameOf(route)} ${JSON.stringify(fields)} was answered ${statusCode} ${body}`);
};

/** Runs the steps one after the other and measures those that have a name. */
export const measureOn = async (stand: Stand, done: () => void = () => {}): Promise<Measured[]> => {
  const measured: Measured[] = [];
  for (const step of stepsOn(stand)) {
    const { id, route, detail, fields, asksErp = false } = step;
    const isWrite = v1[route].kind === "write";
    const event = eventOf(route, fields, isWrite ? keyHeaders() : []);
    if (id === undefined) check(step, (await listening(() => answerTo(route, event))).answer);
    else {
      const { taken: first, answer } = await send(step, event);
      check(step, answer);
      const again = isWrite ? (await send(step, event)).taken : undefined;
      measured.push({ id, operation: nameOf(route) + (detail ? `, ${detail}` : ""), asksErp, first, ...(again ? { again } : {}) });
    }
    done();
  }
  return measured;
};
