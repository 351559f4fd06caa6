import {
  AuthorizationType,
  type Integration,
  type IResource,
  type RestApi,
} from "aws-cdk-lib/aws-apigateway";
import { usageError } from "#infra/usage-error.ts";
import { healthPathOf, routesOf } from "#lib/routes.ts";
import { isPathWithin } from "#lib/site/addresses.ts";
import type { Site } from "#lib/site/schema.ts";
import type { DeploymentSettings } from "../deployment.ts";
import { acknowledgeFinding } from "./nag-rules.ts";

/** The function of this name serves files at a path and one level below it. */
type OpenFiles = { readonly id: string; readonly path: string; readonly reason: string };

/** The files that a deployment lets anybody read. None of them is a route, and none has data. */
export const openFilesOf = (
  { basePath, pages }: Site,
  { docs }: Pick<DeploymentSettings, "docs">,
): OpenFiles[] => {
  const filesAt = (id: string, path: string | undefined, reason: string) =>
    path === undefined ? [] : [{ id, path: basePath + path, reason }];
  return [
    ...filesAt("docs", docs || undefined, "The deployment lets anybody read how its API is used."),
    ...filesAt(
      "pages",
      pages ? pages.path : undefined,
      "The pages hold no data: they ask for it with the worker's key.",
    ),
  ];
};

/**
 * Refuses a path of the API's page that the site needs.
 * @throws UsageError that names what is there
 */
export const refuseTakenDocsPath = (
  site: Site,
  { docs }: Pick<DeploymentSettings, "docs">,
): void => {
  if (!docs) return;
  const { basePath, pages } = site;
  if (pages && (isPathWithin(docs, pages.path) || isPathWithin(pages.path, docs)))
    throw usageError(
      `The setting docs in cdk.json is ${docs}, and the pages of the site ${site.name} are at ${pages.path}: neither may lie below the other.`,
    );
  const path = basePath + docs;
  const takenBy = routesOf(site).find((route) => isPathWithin(route.path, path));
  const health = healthPathOf(site);
  if (health !== undefined && isPathWithin(health, path))
    throw usageError(
      `The setting docs in cdk.json is ${docs}, and the health address ${health} of the site ${site.name} lies there.`,
    );
  if (takenBy)
    throw usageError(
      `The setting docs in cdk.json is ${docs}, and ${takenBy.path} of the site ${site.name} (${takenBy.id}) lies there.`,
    );
};

/** Adds files that anybody may read; other requests go where `addRest` says. */
export const addOpenFiles = (
  api: RestApi,
  { path, reason }: OpenFiles,
  integration: Integration,
  addRest: (resource: IResource) => unknown,
): void => {
  const index = api.root.resourceForPath(path);
  for (const resource of [index, index.addResource("{file}")]) {
    acknowledgeFinding(
      resource.addMethod("GET", integration, { authorizationType: AuthorizationType.NONE }),
      "AwsSolutions::AwsSolutions-APIG4",
      reason,
    );
    addRest(resource);
  }
};
