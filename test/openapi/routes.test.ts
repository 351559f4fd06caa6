import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { routeIds } from "#lib/endpoints/ids.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file}`);

const sorted = (ids: Iterable<string>) => [...ids].toSorted();

test("a path is told as the site's exactly where the two sites differ", () => {
  const pathsOf = (site: typeof demo) =>
    new Map(routesOf(site).map(({ id, path }) => [id, path.slice(site.basePath.length)]));
  const others = pathsOf(odd);
  const differ = [...pathsOf(demo)].flatMap(([id, path]) => (others.get(id) === path ? [] : [id]));
  expect(sorted(differ)).toEqual(
    sorted(routeIds.filter((id) => typeof v1[id].address === "function")),
  );
});

test("nothing that a function's bundle holds imports the description", () => {
  const files = ["functions", "lib"]
    .flatMap(sources)
    .filter((file) => !file.startsWith("lib/openapi/"));
  expect(files.filter((file) => /from "[^"]*openapi/.test(readFileSync(file, "utf8")))).toEqual([]);
});
