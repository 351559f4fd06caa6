import { dirname } from "node:path/posix";
import { Duration, RemovalPolicy, Size, type Stack } from "aws-cdk-lib";
import {
  AccessLogFormat,
  AuthorizationType,
  AwsIntegration,
  EndpointType,
  type IResource,
  LogGroupLogDestination,
  type MethodOptions,
  RestApi,
  SecurityPolicy,
} from "aws-cdk-lib/aws-apigateway";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnPermission, type Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { binaryTypes } from "#lib/page/files.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { healthPathOf, routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { serviceOf } from "../watch/metrics.ts";
import { addGatewayResponses } from "./gateway-responses.ts";
import { acknowledgeFinding } from "./nag-rules.ts";
import { addOpenFiles, openFilesOf } from "./open-files.ts";
import { preflightOf } from "./preflight.ts";
import { keptRemoval } from "./refuse-unsafe.ts";
import type { ServiceSettings } from "./service-settings.ts";

type ApiFunctions = {
  readonly routes: ReadonlyMap<RouteId, LambdaFunction>;
  readonly unrouted: LambdaFunction;
  /** Makes the function that serves files which anybody may read. */
  readonly makeOpen: (id: string) => LambdaFunction;
  /** The checks of each method before it calls its function. */
  readonly authorization: MethodOptions;
};

const findingReasons = {
  "AwsSolutions-APIG2":
    "The functions validate every request and answer with the specification's error body.",
  "AwsSolutions-APIG3": "Whether a firewall stands before the gateway is the account's decision.",
  "AwsSolutions-APIG6":
    "The execution log may quote what was sent. The access log has a line for each request.",
  "AwsSolutions-COG4":
    "Scanners prove who they are as the site answered: with IAM, an API key, or a token of the site's own issuer.",
  "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]":
    "The managed policy is the one that API Gateway asks for to write logs.",
};

const acknowledgeFindings = (api: RestApi, { site, deployment: { tracing } }: ServiceSettings) => {
  const { auth, deployment } = site;
  for (const [id, reason] of Object.entries(findingReasons))
    acknowledgeFinding(api, `AwsSolutions::${id}`, reason);
  if (auth.scheme === "apiKey" || auth.scheme === "none")
    acknowledgeFinding(
      api,
      "AwsSolutions::AwsSolutions-APIG4",
      "Every method asks for an API key; or the stage is for a developer's machine.",
    );
  if (deployment.throttle === false)
    acknowledgeFinding(
      api,
      "Serverless::Serverless-APIGWDefaultThrottling",
      "The site answers that the account's own limit is enough (deployment.throttle).",
    );
  if (!tracing)
    acknowledgeFinding(api, "Serverless::Serverless-APIGWXrayEnabled", "The deployment has it so.");
};

export const domainOf = ({ deployment: { domain } }: Site, stage: string) =>
  domain && domain.stage === stage ? domain : undefined;

/** A line of the access log: the caller, the request without query and body, and the result. `countTurnedAway` makes metrics of it. */
const accessLogLine = (service: string) =>
  JSON.stringify({
    service,
    requestId: "$context.requestId",
    extendedRequestId: "$context.extendedRequestId",
    time: "$context.requestTime",
    ip: "$context.identity.sourceIp",
    caller: "$context.identity.userArn",
    apiKeyId: "$context.identity.apiKeyId",
    name: "$context.authorizer.loggedName",
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

/** The address of the service, if the site names a domain for this stage. */
const domainOptions = (stack: Stack, { site, stage }: ServiceSettings) => {
  const domain = domainOf(site, stage);
  if (!domain) return {};
  return {
    domainName: {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(stack, "Certificate", domain.certificate),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    },
    // The gateway's own address would bypass a firewall on the domain, and accepts older TLS.
    disableExecuteApiEndpoint: true,
  };
};

const throttlingOptions = ({ deployment: { throttle } }: Site) =>
  throttle ? { throttlingRateLimit: throttle.rate, throttlingBurstLimit: throttle.burst } : {};

const addRestApi = (stack: Stack, settings: ServiceSettings) => {
  const { site, stage, deployment } = settings;
  const accessLog = new LogGroup(stack, "AccessLog", {
    retention: deployment.logDays,
    removalPolicy: keptRemoval(stage),
  });
  const preflight = preflightOf(site);
  const api = new RestApi(stack, "Api", {
    restApiName: stack.stackName,
    description: stack.templateOptions.description ?? "",
    endpointTypes: [EndpointType.REGIONAL],
    // All gateways of an account write logs by this role, so it stays when the stack is deleted.
    cloudWatchRole: true,
    cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
    minCompressionSize: Size.kibibytes(2),
    // The gateway answers preflights itself, because browsers send them without credentials.
    defaultCorsPreflightOptions: preflight && {
      allowOrigins: [preflight.origin],
      allowMethods: [...preflight.methods],
      allowHeaders: [...preflight.headers],
      maxAge: Duration.seconds(preflight.seconds),
    },
    ...(site.pages ? { binaryMediaTypes: [...binaryTypes] } : {}),
    ...domainOptions(stack, settings),
    deployOptions: {
      stageName: stage,
      accessLogDestination: new LogGroupLogDestination(accessLog),
      accessLogFormat: AccessLogFormat.custom(accessLogLine(serviceOf(site, stage))),
      tracingEnabled: deployment.tracing,
      ...throttlingOptions(site),
    },
  });
  return { api, accessLog };
};

/** The paths with their parents and the root. */
const pathsOf = (routes: readonly { readonly path: string }[]): string[] => {
  const paths = routes.flatMap(({ path }) => {
    const parts = path.split("/").slice(1);
    return parts.map((_, index) => `/${parts.slice(0, index + 1).join("/")}`);
  });
  return [...new Set(["/", ...paths])];
};

/** Calls a function. CDK's `LambdaIntegration` would add a permission that refers to the stage. */
const proxyTo = ({ functionArn }: LambdaFunction) =>
  new AwsIntegration({
    proxy: true,
    service: "lambda",
    path: `2015-03-31/functions/${functionArn}/invocations`,
  });

/**
 * The gateway: a method with its function for each route. All other methods and paths go to the function that answers from the route
 * table, because the gateway itself would answer "missing token".
 * The stage moves to a deployment only when the gateway may call all of its functions. A permission that refers to the stage would be made
 * after it has moved, so permissions have the stage's name as text.
 */
export const addApi = (
  stack: Stack,
  settings: ServiceSettings,
  { routes, unrouted, makeOpen, authorization }: ApiFunctions,
) => {
  const { api, accessLog } = addRestApi(stack, settings);
  addGatewayResponses(api, settings.site);
  const { site, stage } = settings;
  const letCall = (handler: LambdaFunction, method?: string, path?: string) =>
    handler.addPermission(`Call ${method ?? "any"} ${path ?? ""}`, {
      principal: new ServicePrincipal("apigateway.amazonaws.com"),
      sourceArn: api.arnForExecuteApi(method, path, stage),
    });
  const served = routesOf(site);
  for (const { id, method, path } of served) {
    const handler = routes.get(id);
    if (!handler) continue;
    api.root.resourceForPath(path).addMethod(method, proxyTo(handler), authorization);
    letCall(handler, method, path);
  }
  const callUnrouted = proxyTo(unrouted);
  // One permission for all methods, because with one for each the function's policy would be too long.
  letCall(unrouted);
  const addRest = (resource: IResource) => resource.addMethod("ANY", callUnrouted, authorization);
  const files = openFilesOf(site, settings.deployment);
  const foldersOfFiles = files.map(({ path }) => ({ path: dirname(path) }));
  const health = healthPathOf(site);
  // Below a path of files their names are variable, and the gateway takes one variable part there.
  const healthPaths = health === undefined ? [] : [{ path: health }];
  const paths = pathsOf([...served, ...foldersOfFiles, ...healthPaths]).filter(
    (path) => !files.some((openFiles) => openFiles.path === path),
  );
  for (const path of paths) {
    const resource = path === "/" ? api.root : api.root.resourceForPath(path);
    addRest(resource);
    addRest(resource.addResource("{proxy+}"));
  }
  if (health !== undefined)
    acknowledgeFinding(
      api.root
        .resourceForPath(health)
        .addMethod("GET", callUnrouted, { authorizationType: AuthorizationType.NONE }),
      "AwsSolutions::AwsSolutions-APIG4",
      "The site lets anybody ask whether the service is there. The answer is its version.",
    );
  for (const openFiles of files) {
    const handler = makeOpen(openFiles.id);
    addOpenFiles(api, openFiles, proxyTo(handler), addRest);
    letCall(handler, "GET");
  }
  for (const construct of stack.node.findAll())
    if (construct instanceof CfnPermission) api.latestDeployment?.node.addDependency(construct);
  acknowledgeFindings(api, settings);
  return { api, accessLog };
};
