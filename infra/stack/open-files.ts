import {
  AuthorizationType,
  type Integration,
  type IResource,
  type RestApi,
} from "aws-cdk-lib/aws-apigateway";
import type { Site } from "#lib/site/schema.ts";
import { acknowledge } from "./nag-rules.ts";

/** The function of this name serves files at a path and one level below it. */
type OpenFiles = { readonly id: string; readonly path: string; readonly reason: string };

/** What a site lets anybody read. None of it is a route, and none of it has data. */
export const openFilesOf = ({ basePath, docs, pages }: Site): OpenFiles[] => {
  const open = (id: string, at: false | { path: string }, reason: string) =>
    at ? [{ id, path: basePath + at.path, reason }] : [];
  return [
    ...open("docs", docs.deployed, "The site lets anybody read how its API is used."),
    ...open("pages", pages, "The pages hold no data: they ask for it with the worker's key."),
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
