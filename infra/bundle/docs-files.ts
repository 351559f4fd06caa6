import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { indexFile, pagesFolder, upwardPath } from "#lib/page/files.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { keyHeaderOf } from "#lib/site/wire-names.ts";
import { escapeHtml } from "../../frontend/pages/build/page-shell.ts";

type PageSettings = {
  readonly title: string;
  readonly folder: string;
  readonly root: string;
  readonly first: string;
  readonly apiKey: string | undefined;
  /** The header for a request's key; `false` if the site has none. */
  readonly keyHeader: string | false;
};

const dataAttribute = (name: string, value: string | undefined | false) =>
  value ? ` data-${name}="${escapeHtml(value)}"` : "";

const htmlOf = ({ title, folder, root, first, apiKey, keyHeader }: PageSettings) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" type="image/svg+xml" href="${folder}/icon.svg">
    <link rel="stylesheet" href="${folder}/page.css">
  </head>
  <body>
    <section aria-label="Service">
      <h1>${title}</h1>
      <code id="address"></code>
      <p>Scanners send it where goods are and which box they are in. <em>Execute</em> sends a real request. <a href="#?route=overview">What is true for every request</a></p>
    </section>
    <openapi-explorer data-root="${root}" data-first="${first}"${dataAttribute("api-key", apiKey)}${dataAttribute("key-header", keyHeader)} default-schema-tab="body" schema-expand-level="1" hide-server-selection></openapi-explorer>
    <script type="module" src="${folder}/openapi-explorer.js"></script>
    <script type="module" src="${folder}/page.js"></script>
  </body>
</html>
`;

/** The first endpoint under the name that OpenAPI Explorer gives it. */
const firstEndpoint = (site: Site): string => {
  const [first] = routesOf(site);
  return first ? `${first.method.toLowerCase()}-${first.path}` : "overview";
};

const fromHere = (file: string): Promise<Buffer> => readFile(new URL(file, import.meta.url));

/** The style that all pages share, then the page's own. */
const readStyle = async (): Promise<Buffer> =>
  Buffer.concat(
    await Promise.all(["../../frontend/pages/src/shared/pages.css", "docs-page.css"].map(fromHere)),
  );

const readExplorer = (): Promise<Buffer> =>
  readFile(new URL(import.meta.resolve("openapi-explorer/dist/browser/openapi-explorer.min.js")));

/** Made on the first request for it, so that a stage starts faster. The base of its paths is relative to it. */
const describeSite = async (site: Site, path: string): Promise<Buffer> => {
  const { describeApi } = await import("#lib/openapi/description.ts");
  return Buffer.from(JSON.stringify(describeApi(site, [upwardPath(path)])));
};

/** The page and its files, which work at any address. `apiKey`: the local stage's key, which the page has from the start. */
export const docsFiles = (
  site: Site,
  path: string,
  apiKey?: string,
): ReadonlyMap<string, () => Promise<Buffer>> => {
  // Relative to the page, because a stage's name or a base path may come before.
  const folder = path.split("/").at(-1) ?? "";
  const title = `Warehouse tracking service (${site.name})`;
  const keyHeader = keyHeaderOf(site);
  const first = firstEndpoint(site);
  const page = { title, folder, root: upwardPath(path), first, apiKey, keyHeader };
  return new Map([
    [indexFile, async () => Buffer.from(htmlOf(page))],
    ["icon.svg", () => fromHere("../../frontend/pages/src/icon.svg")],
    ["page.css", readStyle],
    ["page.js", () => fromHere("docs-page.js")],
    ["openapi.json", () => describeSite(site, path)],
    ["openapi-explorer.js", readExplorer],
  ]);
};

export const writeDocsFiles = async (site: Site, path: string, folder: string): Promise<void> => {
  const pages = join(folder, pagesFolder);
  await mkdir(pages, { recursive: true });
  const files = docsFiles(site, site.basePath + path);
  await Promise.all(
    [...files].map(async ([name, make]) => writeFile(join(pages, name), await make())),
  );
};
