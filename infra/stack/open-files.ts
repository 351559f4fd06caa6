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

/** Files that anybody may read: a function serves them at a path and one level below it. */
type OpenFiles = { readonly path: string; readonly files: LambdaFunction; readonly reason: string };

/** What a site lets anybody read. None of it is a route, and none of it has data. */
export const openFilesOf = (site: Site, { docs, pages }: Functions): OpenFiles[] => {
  const open = (path: string, files: LambdaFunction | undefined, reason: string): OpenFiles[] =>
    files ? [{ path: site.basePath + path, files, reason }] : [];
  const { deployed } = site.docs;
  return [
    ...(deployed
      ? open(
          deployed.path,
          docs,
          "The site deploys the description of its API for anybody to read (docs.deployed).",
        )
      : []),
    ...(site.pages
      ? open(
          site.pages.path,
          pages,
          "The pages are without data: what they show and record they ask with the worker's key.",
        )
      : []),
  ];
};

/** Adds files to the gateway, open to anybody; all that is not a read of one of them goes where `addRest` says. */
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
