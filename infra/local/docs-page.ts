import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Site } from "#lib/site/schema.ts";
import type { Answer } from "./answer.ts";
import { pathOf } from "./event.ts";

/** Answers a request for the page or one of its files; `undefined` for everything else. */
export type DocsPage = (request: IncomingMessage) => Promise<Answer | undefined>;

const html = (title: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/page.css">
  </head>
  <body>
    <div id="page"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** The page brings no request to another host: no validator, and the policy below forbids what the library might add one day. */
const start = `SwaggerUIBundle({
  url: "/docs/openapi.json",
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

const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  png: "image/png",
};

const library = import.meta.resolve("swagger-ui-dist/package.json");

/** Made when it is first asked for, so that a stage starts without it. */
const description = async (site: Site): Promise<Buffer> => {
  const { describeApi } = await import("#lib/openapi/description.ts");
  return Buffer.from(JSON.stringify(describeApi(site)));
};

const filesOf = (site: Site): Readonly<Record<string, () => Promise<Buffer>>> => ({
  "/docs": async () => Buffer.from(html(`Warehouse tracking service (${site.name})`)),
  "/docs/start.js": async () => Buffer.from(start),
  "/docs/page.css": async () => Buffer.from(css),
  "/docs/openapi.json": () => description(site),
  ...Object.fromEntries(
    ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"].map((file) => [
      `/docs/${file}`,
      () => readFile(new URL(file, library)),
    ]),
  ),
});

const zip = promisify(gzip);

/** Nothing here changes while a stage runs, so each file is made and zipped once. */
const once = <Type>(make: (path: string) => Promise<Type>) => {
  const made = new Map<string, Promise<Type>>();
  return (path: string): Promise<Type> => {
    const given = made.get(path) ?? make(path);
    made.set(path, given);
    return given;
  };
};

/**
 * The page that describes a site's API and sends requests to the stage that serves it, at `/docs`. It stands beside the service,
 * not in it: no route of the site is touched, and every file comes from this machine.
 */
export const docsPage = (site: Site): DocsPage => {
  const files = filesOf(site);
  const plain = once(async (path) => files[path]?.());
  const zipped = once(async (path) => zip((await plain(path)) ?? ""));
  return async ({ method, url = "", headers }) => {
    const path = pathOf(url);
    if (method !== "GET" || !Object.hasOwn(files, path)) return undefined;
    const zips = /\bgzip\b/.test(String(headers["accept-encoding"] ?? ""));
    const body = (zips ? await zipped(path) : await plain(path)) ?? Buffer.alloc(0);
    const type = types[/\.(\w+)$/.exec(path)?.[1] ?? "html"] ?? "application/octet-stream";
    return {
      status: 200,
      headers: [
        ...["content-type", type, "content-length", String(body.length), "cache-control", "no-cache"],
        ...["content-security-policy", policy, "x-content-type-options", "nosniff"],
        ...(zips ? ["content-encoding", "gzip"] : []),
      ],
      body,
    };
  };
};
