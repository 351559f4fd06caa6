import { type App, CfnOutput, Stack, Tags } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { letAskErp } from "../erp/erp-access.ts";
import { functionsOf } from "../route-functions.ts";
import { watchOver } from "../watch/watch-over.ts";
import { addApi, domainOf } from "./api.ts";
import { addAuthorizer, addRolePolicies, addUsagePlan } from "./callers.ts";
import { addChangesPipe } from "./changes.ts";
import { isDisposable } from "./refuse-unsafe.ts";
import { functionMaker, type MakeFunction } from "./route-function.ts";
import type { ServiceSettings } from "./service-settings.ts";
import { addTable } from "./service-table.ts";

/** The one stack of a site's stage. */
export const serviceStack = (app: App, settings: ServiceSettings): Stack => {
  const { site, stage, deployment, isFirstDeployment } = settings;
  const stack = new Stack(app, `Warehouse-${site.name}-${stage}`, {
    description: `Warehouse tracking service of the site ${site.name}, stage ${stage}`,
    terminationProtection: !isDisposable(stage) && !isFirstDeployment,
  });
  Tags.of(stack).add("site", site.name);
  Tags.of(stack).add("stage", stage);

  const table = addTable(stack, settings);
  const make = functionMaker(stack, settings, table);
  const functions = new Map<string, LambdaFunction>();
  const makeFunction: MakeFunction = (id, access) => {
    const lambda = make(id, access);
    functions.set(id, lambda);
    return lambda;
  };
  const lookup = site.erp.connection ? makeFunction("erp-lookup") : undefined;
  const routes = new Map(
    functionsOf(site, deployment).flatMap(({ id, routes, access }) => {
      const lambda = makeFunction(id, access);
      if (lookup && access.erp) letAskErp(lambda, lookup);
      return routes.map((route) => [route.id, lambda] as const);
    }),
  );
  const unrouted = makeFunction("unrouted");
  const authorization = addAuthorizer(stack, site, makeFunction);
  const { api, accessLog } = addApi(stack, settings, {
    ...{ routes, unrouted, authorization },
    makeOpen: makeFunction,
  });
  if (site.auth.scheme === "apiKey") addUsagePlan(api, site);
  if (site.auth.scheme === "iam") addRolePolicies(api, site);
  const changes = addChangesPipe(stack, site, stage, table);
  watchOver(stack, settings, { api, accessLog, functions, table, changes });

  const domain = domainOf(site, stage);
  const base = domain
    ? `https://${domain.name}${site.basePath}`
    : api.urlForPath(site.basePath || "/").replace(/\/$/, "");
  const output = (name: string, value: string, description: string) =>
    new CfnOutput(stack, name, { value, description });
  output("Url", base, "The base address of the service");
  output("ApiId", api.restApiId, "The gateway, for commands of the AWS CLI");
  if (site.pages) output("PagesUrl", base + site.pages.path, "What workers open in a browser");
  const domainTarget = api.domainName?.domainNameAliasDomainName;
  if (domain && domainTarget)
    output(
      "DomainTarget",
      domainTarget,
      `Where the name ${domain.name} must point (CNAME or alias)`,
    );
  output("TableName", table.tableName, "What npm run audit and npm run trace take as --table");
  return stack;
};
