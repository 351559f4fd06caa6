import { Readable } from "node:stream";
import { DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { type FailureKind, failureOf, openTable } from "#lib/store/client.ts";

/** An error of DynamoDB, with the status 400 as most of them have. */
const failure = (name: string, message = "", httpStatusCode = 400) =>
  new DynamoDBServiceException({
    ...{ name, message, $fault: "client" },
    $metadata: { httpStatusCode },
  });

const errorsOf: Partial<Record<FailureKind, readonly Error[]>> = {
  throttled: [
    ...["ThrottlingException", "ProvisionedThroughputExceededException", "RequestLimitExceeded"],
    ...["LimitExceededException", "ThrottlingError", "ProvisionedThroughputExceeded"],
  ].map((name) => failure(name)),
  conflict: [
    ...["TransactionConflictException", "TransactionInProgressException", "TransactionConflict"],
  ].map((name) => failure(name)),
  unknown: [failure("InternalServerError", "", 500), new Error("socket hang up")],
  fault: [failure("ValidationException")],
};

describe("an error of DynamoDB", () => {
  it.each(Object.entries(errorsOf))("is of the kind %s", (kind, errors) => {
    expect(errors.map(failureOf)).toEqual(errors.map(() => kind));
  });
});

it("a field without a value is not sent", async () => {
  const sent: unknown[] = [];
  const handle = async ({ body }: { readonly body: string }) => {
    sent.push(JSON.parse(body).Item);
    return { response: { statusCode: 200, headers: {}, body: Readable.from(["{}"]) } };
  };
  const table = openTable({ name: "table", requestHandler: { handle } });
  const Item = { pk: "P", event: { location: undefined } };
  await table.send(new PutCommand({ TableName: "table", Item }), deadlineWithin(60_000));
  expect(sent).toEqual([{ pk: { S: "P" }, event: { M: {} } }]);
});
