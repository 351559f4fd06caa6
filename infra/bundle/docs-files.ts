import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { indexFile, pagesFolder, upwardPath } from "#lib/page/files.ts";
import type { Site } from "#lib/site/schema.ts";

const htmlOf = (title: string, icon: string, folder: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="${icon}">
    <link rel="stylesheet" href="${folder}/swagger-ui.css">
  </head>
  <body>
    <div id="page"></div>
    <script src="${folder}/swagger-ui-bundle.js"></script>
    <script src="${folder}/start.js"></script>
  </body>
</html>
`;

/** Without a validator the page sends no request to another host; its policy forbids it, too. */
const startScript = (folder: string, apiKey: string | undefined) => `const ui = SwaggerUIBundle({
  url: "${folder}/openapi.json",
  dom_id: "#page",
  validatorUrl: null,
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  showExtensions: true,
  defaultModelRendering: "example",
  defaultModelsExpandDepth: 0,${apiKey === undefined ? "" : `\n  onComplete: () => ui.preauthorizeApiKey("apiKey", ${JSON.stringify(apiKey)}),`}
});
`;

const fromLibrary = (name: string): Promise<Buffer> =>
  readFile(new URL(name, import.meta.resolve("swagger-ui-dist/package.json")));

/** Made on the first request for it, so that a stage starts faster. The base of its paths is relative to it. */
const describeSite = async (site: Site, path: string): Promise<Buffer> => {
  const { describeApi } = await import("#lib/openapi/description.ts");
  return Buffer.from(JSON.stringify(describeApi(site, [upwardPath(path)])));
};

const indexPage = async (site: Site, folder: string): Promise<Buffer> => {
  const icon = `data:image/png;base64,${(await fromLibrary("favicon-32x32.png")).toString("base64")}`;
  return Buffer.from(htmlOf(`Warehouse tracking service (${site.name})`, icon, folder));
};

/** The page and its files, which work at any address. `apiKey`: the local stage's key, which the page has from the start. */
export const docsFiles = (
  site: Site,
  path: string,
  apiKey?: string,
): ReadonlyMap<string, () => Promise<Buffer>> => {
  // Relative to the page, because a stage's name or a base path may come before.
  const folder = path.split("/").at(-1) ?? "";
  return new Map([
    [indexFile, () => indexPage(site, folder)],
    ["start.js", async () => Buffer.from(startScript(folder, apiKey))],
    ["openapi.json", () => describeSite(site, path)],
    ["swagger-ui.css", () => fromLibrary("swagger-ui.css")],
    ["swagger-ui-bundle.js", () => fromLibrary("swagger-ui-bundle.js")],
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
