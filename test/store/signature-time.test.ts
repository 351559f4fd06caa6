import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { leastForWriteMs, openTable, type Table } from "#lib/store/client.ts";
import { commit } from "#lib/store/commit.ts";
import { anOperation } from "../support/operation.ts";
import { patient } from "../support/waits.ts";

/** How DynamoDB, or another service of AWS, says that a request came at the wrong time. */
const untimely = [
  ["InvalidSignatureException", "Signature expired: 20261128T120000Z is now earlier than …"],
  ["InvalidSignatureException", "Signature not yet current: 20261128T123500Z is still later …"],
  ["RequestTimeTooSkewed", "The difference between the request time and the current …"],
  ["RequestExpired", "Request has expired."],
  ["RequestInTheFuture", "The request is dated in the future."],
  ["ExpiredTokenException", "The security token included in the request is expired"],
  ["ExpiredToken", "The provided token has expired."],
] as const;
const keyIsWrong = [
  "InvalidSignatureException",
  "The request signature we calculated does not match the signature you provided.",
] as const;

type Answer = readonly [name: string, message: string];
const minutesAhead = 30;

/** A DynamoDB whose clock is half an hour ahead. It gives these answers, then takes every request. */
const tableThatAnswers = (answers: readonly Answer[], counted: string[] = []) => {
  const left = [...answers];
  const signedAt: number[] = [];
  const handle = async ({ headers }: { headers: Record<string, string> }) => {
    const [, at = ""] = /(\d{8}T\d{6}Z)/.exec(headers["x-amz-date"] ?? "") ?? [];
    const iso = at.replace(/^(....)(..)(..T..)(..)(..Z)$/, "$1-$2-$3:$4:$5");
    signedAt.push(Date.parse(iso));
    const [name, message] = left.shift() ?? [];
    const body = name ? { __type: `com.amazon.coral.service#${name}`, message } : {};
    const date = new Date(Date.now() + minutesAhead * 60_000).toUTCString();
    const response = {
      statusCode: name === "InternalServerError" ? 500 : name ? 400 : 200,
      headers: { date },
      body: Readable.from([JSON.stringify(body)]),
    };
    return { response };
  };
  const table = openTable({
    name: "far",
    requestHandler: { handle },
    count: (name) => void counted.push(name),
  });
  return { table, signedAt };
};

const deadline = deadlineWithin(patient.budget);
const read = (table: Table, until = deadline) =>
  table.read(new GetCommand({ TableName: "far", Key: { pk: "a", sk: "b" } }), until);
const write = (table: Table, until = deadline) => {
  const one = { ...anOperation(`goods-${randomUUID()}`, "test"), deadline: until };
  const event = { kind: "saved" as const, box_no: "B", quantity: 1 };
  return commit(table, one, () => ({ result: {}, event, effects: [] }));
};
const always = (answer: Answer) => Array.from({ length: 1_000 }, () => answer);

describe.each([
  ["read", read],
  ["write", write],
] as const)("exactly once: a %s that DynamoDB refuses because of its time", (_, send) => {
  it.each(untimely)("is signed and sent again, and counted: %s, %s", async (...answer) => {
    const counted: string[] = [];
    const { table, signedAt } = tableThatAnswers([answer], counted);
    await send(table);
    const [first = 0, second = 0] = signedAt;
    expect(second - first).toBeGreaterThan((minutesAhead - 1) * 60_000);
    expect(counted).toEqual(["SignatureRefused"]);
  });

  it("ends at its deadline with an error that names the clock", async () => {
    const [expired] = untimely;
    const { table } = tableThatAnswers(always(expired));
    const error = { name: "WrongClockError", cause: { name: expired[0] } };
    await expect(send(table, deadlineWithin(2 * leastForWriteMs))).rejects.toMatchObject(error);
  });

  it("is not sent again where the key is wrong", async () => {
    const { table, signedAt } = tableThatAnswers(always(keyIsWrong));
    await expect(send(table)).rejects.toMatchObject({ name: keyIsWrong[0] });
    expect(signedAt).toHaveLength(1);
  });
});

describe("exactly once: a write with an attempt in doubt", () => {
  it("stays in doubt where its later attempts come at the wrong time", async () => {
    const [expired] = untimely;
    const lost: Answer = ["InternalServerError", "not answered"];
    const { table } = tableThatAnswers([lost, ...always(expired)]);
    const written = write(table, deadlineWithin(2 * leastForWriteMs));
    await expect(written).rejects.toMatchObject({ condition: "timeout" });
  });
});
