import type { Context } from "aws-lambda";

/** The time-out of a function in milliseconds, the same as in a deployment. */
const functionTimeout = 10_000;

const unused = () => {};

/** The second argument of a function on Lambda. */
export const localContext = (functionName: string, awsRequestId: string): Context => {
  const end = Date.now() + functionTimeout;
  return {
    awsRequestId,
    callbackWaitsForEmptyEventLoop: false,
    functionName,
    functionVersion: "$LATEST",
    getRemainingTimeInMillis: () => Math.max(0, end - Date.now()),
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: "local",
    memoryLimitInMB: "256",
    done: unused,
    fail: unused,
    succeed: unused,
  };
};
