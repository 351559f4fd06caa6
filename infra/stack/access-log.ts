/** A line of the access log: who asked what, and the result; without query and body. Metrics are made of it (`countTurnedAway`). */
export const accessLogLine = (service: string) =>
  JSON.stringify({
    service,
    requestId: "$context.requestId",
    extendedRequestId: "$context.extendedRequestId",
    time: "$context.requestTime",
    ip: "$context.identity.sourceIp",
    caller: "$context.identity.userArn",
    apiKeyId: "$context.identity.apiKeyId",
    name: "$context.authorizer.name",
    method: "$context.httpMethod",
    resource: "$context.resourcePath",
    status: "$context.status",
    latency: "$context.responseLatency",
    functionRequestId: "$context.integration.requestId",
    functionStatus: "$context.integration.status",
    functionLatency: "$context.integration.latency",
    gatewayError: "$context.error.responseType",
    bytes: "$context.responseLength",
  });
