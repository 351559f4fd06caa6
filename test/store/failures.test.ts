import { DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { type FailureKind, failureOf } from "#lib/store/client.ts";

/** An error of DynamoDB, with the status 400 as most of them have. */
const failure = (name: string, message = "", httpStatusCode = 400) =>
  new DynamoDBServiceException({
    ...{ name, message, $fault: "client" },
    $metadata: { httpStatusCode },
  });

const errorsOf: Readonly<Record<FailureKind, readonly Error[]>> = {
  throttled: [
    ...["ThrottlingException", "ProvisionedThroughputExceededException", "RequestLimitExceeded"],
    ...["LimitExceededException", "ThrottlingError", "ProvisionedThroughputExceeded"],
  ].map((name) => failure(name)),
  conflict: [
    ...["TransactionConflictException", "TransactionInProgressException", "TransactionConflict"],
  ].map((name) => failure(name)),
  untimely: [
    ...["RequestTimeTooSkewed", "RequestExpired", "RequestInTheFuture"].map((name) =>
      failure(name),
    ),
    ...["ExpiredTokenException", "ExpiredToken"].map((name) => failure(name)),
    failure("InvalidSignatureException", "Signature expired: 20261129T120000Z"),
    failure("InvalidSignatureException", "Signature not yet current: 20261129T120000Z"),
  ],
  unknown: [failure("InternalServerError", "", 500), new Error("socket hang up")],
  fault: [failure("ValidationException"), failure("InvalidSignatureException", "Wrong key")],
};

describe("an error of DynamoDB", () => {
  it.each(Object.entries(errorsOf))("is of the kind %s", (kind, errors) => {
    expect(errors.map(failureOf)).toEqual(errors.map(() => kind));
  });
});
