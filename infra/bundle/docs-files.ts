import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { indexFile, pagesFolder } from "#lib/page/files.ts";
import type { Site } from "#lib/site/schema.ts";

const html = (title: string, icon: string, folder: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="${icon}">
    <link rel="stylesheet" href="${folder}/swagger-ui.css">
    <link rel="stylesheet" href="${folder}/page.css">
  </head>
  <body>
    <div id="page"></div>
    <script src="${folder}/swagger-ui-bundle.js"></script>
    <script src="${folder}/start.js"></script>
  </body>
</html>
`;

/** The page brings no request to another host: no validator, and its policy forbids what the library might add one day. */
const start = (folder: string) => `SwaggerUIBundle({
  url: "${folder}/openapi.json",
  dom_id: "#page",
  validatorUrl: null,
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  showExtensions: true,
  defaultModelRendering: "example",
  defaultModelsExpandDepth: 0,
});
`;

/** Every body is JSON and no response has links: what only says so is left out, so that an operation's errors fit on a page. */
const css = `body { margin: 0; background: #fafafa; }
.swagger-ui .wrapper { max-width: 70rem; }
.swagger-ui .response-col_links, .swagger-ui .responses-table .response-control-media-type { display: none; }
.swagger-ui .responses-inner .response-controls { padding-top: 0; }
.swagger-ui .responses-inner .example.microlight, .swagger-ui .highlight-code > .microlight { min-height: 0; }
.swagger-ui textarea.body-param__text { min-height: 9rem; }
`;

const fromLibrary = (name: string): Promise<Buffer> => readFile(new URL(name, import.meta.resolve("swagger-ui-dist/package.json")));

/** Made when it is first asked for, so that a stage starts without it. `server` is where the paths begin, seen from the description. */
const description = async (site: Site, server: string): Promise<Buffer> => {
  const { describeApi } = await import("#lib/openapi/description.ts");
  return Buffer.from(JSON.stringify(describeApi(site, [server])));
};

const page = async (site: Site, folder: string): Promise<Buffer> => {
  const icon = `data:image/png;base64,${(await fromLibrary("favicon-32x32.png")).toString("base64")}`;
  return Buffer.from(html(`Warehouse tracking service (${site.name})`, icon, folder));
};

/** The page under the name "", and its files, one level below its path; no other host is asked for anything. */
export const docsFiles = (site: Site, path: string, server = "/"): Readonly<Record<string, () => Promise<Buffer>>> => {
  // As the browser sees it from the page, whatever stands before: a stage's name, a base path.
  const folder = path.split("/").at(-1) ?? "";
  return {
    "": () => page(site, folder),
    "start.js": async () => Buffer.from(start(folder)),
    "page.css": async () => Buffer.from(css),
    "openapi.json": () => description(site, server),
    "swagger-ui.css": () => fromLibrary("swagger-ui.css"),
    "swagger-ui-bundle.js": () => fromLibrary("swagger-ui-bundle.js"),
  };
};

/** Writes the page beside the function that serves it on this path, at whatever address its stage will have. */
export const writeDocsFiles = async (site: Site, path: string, folder: string): Promise<void> => {
  const pages = join(folder, pagesFolder);
  await mkdir(pages, { recursive: true });
  const upwards = (site.basePath + path)
    .split("/")
    .slice(1)
    .map(() => "..");
  const files = docsFiles(site, path, upwards.join("/"));
  await Promise.all(Object.entries(files).map(async ([name, make]) => writeFile(join(pages, name || indexFile), await make())));
};
