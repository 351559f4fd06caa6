import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { siteNamed } from "#lib/openapi/fixed.ts";
import { routeIds } from "#lib/route-ids.ts";
import { routesOf } from "#lib/routes.ts";
import demo from "../../sites/demo.ts";
import { methodsOf, templateOf } from "../infra/template.ts";
import odd from "../site/odd.ts";
import { documentOf, operationsOf } from "./document.ts";

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file}`);

/** The routes that the endpoint suite calls, itself or through its support; it is written in route ids, so that it runs on every site. */
const tested = (): string[] => {
  const text = ["test/endpoint", "test/support"]
    .flatMap(sources)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  return routeIds.filter((id) => new RegExp(`\\b(?:call|requestOf)\\(\\s*"${id}"`).test(text));
};

const sorted = (ids: Iterable<string>) => [...ids].toSorted();

test.each([demo, odd])(
  "the routes of the table, of the template, of the description and of the endpoint suite are the same on $name",
  (site) => {
    const described = operationsOf(documentOf(site));
    const routes = routesOf(site);
    expect(sorted(described.map(({ operationId }) => operationId))).toEqual(sorted(routes.map(({ id }) => id)));
    expect(sorted(described.map(({ method, path }) => `${method} ${path}`))).toEqual(
      sorted(routes.map(({ method, path }) => `${method} ${path}`)),
    );
    const deployed = methodsOf(templateOf(site, "local")).filter(({ method }) => method !== "ANY");
    const ownFunctions = deployed.filter(({ functionId }) => functionId !== "docs");
    expect(sorted(ownFunctions.map(({ method, path, functionId }) => `${functionId}: ${method} ${path}`))).toEqual(
      sorted(routes.map(({ id, method, path }) => `${id}: ${method} ${path}`)),
    );
    expect(sorted(tested())).toEqual(sorted(routes.map(({ id }) => id)));
  },
);

test("a path is told as the site's exactly where the two sites differ", () => {
  const pathsOf = (site: typeof demo) => new Map(routesOf(site).map(({ id, path }) => [id, path.slice(site.basePath.length)]));
  const others = pathsOf(odd);
  const differ = [...pathsOf(demo)].flatMap(([id, path]) => (others.get(id) === path ? [] : [id]));
  expect(sorted(differ)).toEqual(sorted(siteNamed));
});

test("nothing that a function's bundle holds imports the description", () => {
  const files = ["functions", "lib"].flatMap(sources).filter((file) => !file.startsWith("lib/openapi/"));
  expect(files.filter((file) => /from "[^"]*openapi/.test(readFileSync(file, "utf8")))).toEqual([]);
});
