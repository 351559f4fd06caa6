import {
  AuthorizationType,
  type Integration,
  type IResource,
  type RestApi,
} from "aws-cdk-lib/aws-apigateway";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Site } from "#lib/site/schema.ts";
import { acknowledge } from "./nag-rules.ts";

type Functions = {
  readonly docs: LambdaFunction | undefined;
  readonly pages: LambdaFunction | undefined;
};

/** A function serves files at a path and one level below it. */
type OpenFiles = { readonly path: string; readonly files: LambdaFunction; readonly reason: string };

/** What a site lets anybody read. None of it is a route, and none of it has data. */
export const openFilesOf = (site: Site, { docs, pages }: Functions): OpenFiles[] => {
  const open = (at: false | { path: string }, files: LambdaFunction | undefined, reason: string) =>
    at && files ? [{ path: site.basePath + at.path, files, reason }] : [];
  return [
    ...open(site.docs.deployed, docs, "The site lets anybody read how its API is used."),
    ...open(site.pages, pages, "The pages hold no data: they ask for it with the worker's key."),
  ];
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
    acknowledge(
      resource.addMethod("GET", integration, { authorizationType: AuthorizationType.NONE }),
      "AwsSolutions::AwsSolutions-APIG4",
      reason,
    );
    addRest(resource);
  }
};
