import { isUtf8 } from "node:buffer";
import type { APIGatewayProxyEvent } from "aws-lambda";

/** A request as it came over the wire; `rawHeaders` are names and values in turn, spelt as the client sent them. */
export type Received = {
  readonly method: string;
  readonly target: string;
  readonly httpVersion: string;
  readonly rawHeaders: readonly string[];
  readonly sourceIp: string;
  readonly body: Buffer;
};

type Values = Record<string, string[]>;

const stageName = "local";

/** The path of a request target; the absolute form, which proxies send, names the same path. */
export const pathOf = (target: string): string =>
  target
    .replace(/^https?:\/\/[^/?]*/i, "")
    .replace(/\?.*$/s, "")
    .replace(/^$/, "/");

/** Groups values by name. Header names that differ in case only are one header, under the spelling that came first. */
const grouped = (entries: Iterable<readonly [string, string]>, same: (name: string) => string): Values => {
  const groups = new Map<string, { name: string; values: string[] }>();
  for (const [name, value] of entries) {
    const group = groups.get(same(name));
    if (group) group.values.push(value);
    else groups.set(same(name), { name, values: [value] });
  }
  return Object.fromEntries([...groups.values()].map(({ name, values }) => [name, values]));
};

const last = (all: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(all).map(([name, values]) => [name, values.at(-1) ?? ""]));

const headersOf = (rawHeaders: readonly string[]): Values =>
  grouped(
    rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""] as const] : [])),
    (name) => name.toLowerCase(),
  );

const queryOf = (target: string): Values => grouped(new URLSearchParams(/\?(.*)$/s.exec(target)?.[1] ?? ""), (name) => name);

const some = <Group extends object>(group: Group): Group | null => (Object.keys(group).length > 0 ? group : null);

/** The time as API Gateway writes it: 21/Nov/2026:09:30:00 +0000. */
const commonLogTime = (at: Date): string => {
  const [, day, month, year, time] = at.toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
};

const nobody = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
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
 * The event that API Gateway's REST API (payload version 1) gives a proxy integration for this request.
 * `resource` is the path of the route, or the greedy resource that takes what no route does.
 */
export const restEvent = (received: Received, resource: string, requestId: string): APIGatewayProxyEvent => {
  const { method, target, body } = received;
  const headers = headersOf(received.rawHeaders);
  const query = queryOf(target);
  const path = pathOf(target);
  const text = isUtf8(body);
  const now = new Date();
  const header = (wanted: string) =>
    Object.entries(headers)
      .find(([name]) => name.toLowerCase() === wanted)?.[1]
      .at(-1);
  return {
    resource,
    path,
    httpMethod: method,
    headers: last(headers),
    multiValueHeaders: headers,
    queryStringParameters: some(last(query)),
    multiValueQueryStringParameters: some(query),
    pathParameters: null,
    stageVariables: null,
    requestContext: {
      accountId: "000000000000",
      apiId: stageName,
      authorizer: null,
      domainName: header("host") ?? "",
      extendedRequestId: requestId,
      httpMethod: method,
      identity: { ...nobody, sourceIp: received.sourceIp, userAgent: header("user-agent") ?? null },
      path: `/${stageName}${path}`,
      protocol: `HTTP/${received.httpVersion}`,
      requestId,
      requestTime: commonLogTime(now),
      requestTimeEpoch: now.getTime(),
      resourceId: stageName,
      resourcePath: resource,
      stage: stageName,
    },
    body: body.length > 0 ? body.toString(text ? "utf8" : "base64") : null,
    isBase64Encoded: body.length > 0 && !text,
  };
};
