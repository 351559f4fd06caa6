import type { Context } from "aws-lambda";

/** Milliseconds: the time-out of a function in a deployment. */
const deployedTimeout = 10_000;

const unused = () => {};

/** The second argument of a function on Lambda, with its time-out in milliseconds. */
export const localContext = (
  functionName: string,
  awsRequestId: string,
  functionTimeout = deployedTimeout,
): Context => {
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
