import { isUtf8 } from "node:buffer";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import type { ConditionOf } from "#lib/errors.ts";

/** A request as the client sent it; `rawHeaders` are names and values in turn. `target` is without the stage's `prefix`. */
export type ReceivedRequest = {
  readonly method: string;
  readonly prefix?: string;
  readonly target: string;
  readonly httpVersion: string;
  readonly rawHeaders: readonly string[];
  readonly sourceIp: string;
  readonly body: Buffer;
};

/** Who sent a request, in the form in which a function gets it from API Gateway. */
export type GatewayCaller = {
  readonly identity: {
    readonly apiKey: string | null;
    readonly apiKeyId: string | null;
    readonly userArn?: string;
  };
  readonly authorizer: Readonly<Record<string, unknown>> | null;
};

/** Returns who sent a request, or the condition with which it is refused. */
export type AuthenticateRequest = (
  received: Omit<ReceivedRequest, "body">,
) => Promise<GatewayCaller | ConditionOf<"gateway">>;

export const unknownCaller: GatewayCaller = {
  identity: { apiKey: null, apiKeyId: null },
  authorizer: null,
};

type ValuesByName = Record<string, string[]>;

const stageName = "local";
const localAccount = "000000000000";

/** The path of a request target. */
export const pathOf = (target: string): string => target.replace(/\?.*/s, "") || "/";

/** A request target without the prefix; `undefined` for one that does not begin with it. */
export const targetBelow = (prefix: string, target: string): string | undefined => {
  const rest = target.slice(prefix.length);
  const isBelow = target.startsWith(prefix) && /^([/?]|$)/.test(rest);
  return isBelow ? rest : undefined;
};

/** Groups values by name. Names with the same key are one group, in the spelling that came first. */
const groupValues = (
  entries: Iterable<readonly [string, string]>,
  keyOf: (name: string) => string,
): ValuesByName => {
  const groups = new Map<string, [name: string, values: string[]]>();
  for (const [name, value] of entries) {
    const group = groups.get(keyOf(name));
    if (group) group[1].push(value);
    else groups.set(keyOf(name), [name, [value]]);
  }
  return Object.fromEntries(groups.values());
};

const lastValues = (valuesByName: ValuesByName): Record<string, string> =>
  Object.fromEntries(
    Object.entries(valuesByName).map(([name, values]) => [name, values.at(-1) ?? ""]),
  );

function* pairsOf(rawHeaders: readonly string[]): Iterable<readonly [string, string]> {
  for (let index = 0; index < rawHeaders.length; index += 2)
    yield [rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""];
}

/** The value of a header, the last one if there are several; `lowerName` is in lower case. */
export const headerOf = (rawHeaders: readonly string[], lowerName: string): string | undefined =>
  rawHeaders.findLast(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === lowerName,
  );

/** The ARN of a request's method and path, for policies. */
export const methodArnOf = ({
  method,
  target,
}: Pick<ReceivedRequest, "method" | "target">): string =>
  `arn:aws:execute-api:local:${localAccount}:${stageName}/${stageName}/${method}${pathOf(target)}`;

const queryOf = (target: string): ValuesByName => {
  const [, query = ""] = /\?(.*)/s.exec(target) ?? [];
  return groupValues(new URLSearchParams(query), (name) => name);
};

/** The gateway sends `null` for an empty group. */
const orNull = <Group extends object>(group: Group): Group | null =>
  Object.keys(group).length > 0 ? group : null;

const unknownIdentity = {
  accessKey: null,
  accountId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
};

/**
 * The event of API Gateway's REST API (payload version 1) for this request, as a proxy integration gets it.
 * `resource` is the path of the route, or the greedy resource for all other paths.
 */
export const restEvent = (
  received: ReceivedRequest,
  resource: string,
  requestId: string,
  caller: GatewayCaller = unknownCaller,
): APIGatewayProxyEvent => {
  const { method, target, body } = received;
  const headers = groupValues(pairsOf(received.rawHeaders), (name) => name.toLowerCase());
  const query = queryOf(target);
  const path = pathOf(target);
  const isText = isUtf8(body);
  const header = (lowerName: string) => headerOf(received.rawHeaders, lowerName);
  return {
    resource,
    path,
    httpMethod: method,
    headers: lastValues(headers),
    multiValueHeaders: headers,
    queryStringParameters: orNull(lastValues(query)),
    multiValueQueryStringParameters: orNull(query),
    pathParameters: null,
    stageVariables: null,
    requestContext: {
      accountId: localAccount,
      apiId: stageName,
      authorizer: caller.authorizer,
      domainName: header("host") ?? "",
      extendedRequestId: requestId,
      httpMethod: method,
      identity: {
        ...unknownIdentity,
        ...caller.identity,
        sourceIp: received.sourceIp,
        userAgent: header("user-agent") ?? null,
      },
      path: `${received.prefix ?? ""}${path}`,
      protocol: `HTTP/${received.httpVersion}`,
      requestId,
      // No function reads it: each asks its own clock. The example in a bundle must not change.
      requestTimeEpoch: 0,
      resourceId: stageName,
      resourcePath: resource,
      stage: stageName,
    },
    body: body.length > 0 ? body.toString(isText ? "utf8" : "base64") : null,
    isBase64Encoded: body.length > 0 && !isText,
  };
};

/** The time-out of a function in a deployment. */
const deployedTimeoutMs = 10_000;

const unusedCallback = () => {};

/** The second argument of a function on Lambda. */
export const localContext = (
  functionName: string,
  awsRequestId: string,
  timeoutMs = deployedTimeoutMs,
): Context => {
  const endsAt = Date.now() + timeoutMs;
  return {
    awsRequestId,
    callbackWaitsForEmptyEventLoop: false,
    functionName,
    functionVersion: "$LATEST",
    getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()),
    invokedFunctionArn: `arn:aws:lambda:local:${localAccount}:function:${functionName}`,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: "local",
    memoryLimitInMB: "256",
    done: unusedCallback,
    fail: unusedCallback,
    succeed: unusedCallback,
  };
};
