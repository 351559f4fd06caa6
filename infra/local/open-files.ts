import { parseList } from "structured-headers";
import { binaryTypes, type FileSet } from "#lib/page/files.ts";
import { type FileOf, serveFiles } from "#lib/page/serve-files.ts";
import type { Site } from "#lib/site/schema.ts";
import { docsFiles } from "../bundle/docs-files.ts";
import type { ErpSample } from "../erp/demo-erp.ts";
import { headerOf, pathOf, type ReceivedRequest, restEvent } from "../gateway-event.ts";
import { preflightOf } from "../stack/preflight.ts";
import { answerOf, type GatewayAnswer } from "./gateway-answer.ts";

/** Answers requests that need no credentials; `undefined` for others. */
export type OpenFiles = (
  received: Omit<ReceivedRequest, "body">,
) => Promise<GatewayAnswer | undefined>;

/** Serves the files of a page by the code of its function. Like the gateway, it decodes binary files. */
export const serveFilesAt = (
  path: string,
  fileSet: FileSet,
  fileOf: FileOf,
  site: Site,
): OpenFiles => {
  const serve = serveFiles(fileSet, fileOf, site);
  return async (received) => {
    const requested = pathOf(received.target);
    const isHere = requested === path || requested.startsWith(`${path}/`);
    if (received.method !== "GET" || !isHere) return undefined;
    const file = requested.slice(path.length + 1);
    const accepted = headerOf(received.rawHeaders, "accept") ?? "";
    const event = restEvent({ ...received, body: Buffer.alloc(0) }, `${path}/{file}`, "local");
    const result = await serve({ ...event, pathParameters: file ? { file } : null });
    const [firstType = ""] = accepted.split(",");
    const isDecoded = binaryTypes.includes(firstType.trim());
    return answerOf({ ...result, isBase64Encoded: isDecoded && result.isBase64Encoded }, "local");
  };
};

/** Answers preflights at every address, as the deployed gateway does, where the site has another origin. */
export const preflightAnswers = (site: Site): OpenFiles => {
  const preflight = preflightOf(site);
  return async ({ method }) => {
    if (!preflight || method !== "OPTIONS") return undefined;
    const headers = {
      "access-control-allow-origin": preflight.origin,
      "access-control-allow-methods": preflight.methods.join(","),
      "access-control-allow-headers": preflight.headers.join(","),
      "access-control-max-age": String(preflight.seconds),
    };
    return answerOf({ statusCode: 204, headers, body: "" }, "local");
  };
};

/** Where a local stage has the page that describes the API. */
export const docsPath = "/docs";

/** The page that describes the API and can send requests to this stage, with this key. */
export const docsPage = (site: Site, apiKey?: string): OpenFiles => {
  const files = docsFiles(site, docsPath, apiKey);
  return serveFilesAt(docsPath, "docs", async (name) => files.get(name)?.(), site);
};

type MadeFiles = ReadonlyMap<string, () => Promise<Buffer>>;

type StageWithErp = { readonly site: Site; readonly erp: ErpSample | Error };

/** The ERP sample for the page of labels, which only the demo has. It needs pages, and an ERP that can be read. */
export const erpOfLabels = ({ site, erp }: StageWithErp): ErpSample | undefined =>
  site.name === "demo" && site.pages && !(erp instanceof Error) && erp.goods.length > 0
    ? erp
    : undefined;

/** The page of labels to scan and its style, if the stage has one. */
export const demoLabels = (
  stage: StageWithErp & { readonly apiKeys: ReadonlyMap<string, string> },
): MadeFiles => {
  const erp = erpOfLabels(stage);
  const loadPage = () => import("./labels-page.ts");
  return new Map(
    erp && [
      ["labels", async () => (await loadPage()).labelsPage({ ...stage, erp })],
      ["labels.css", async () => (await loadPage()).labelsStyle()],
    ],
  );
};

let runningBuilds = 0;

/** Builds the pages. The bundler is a process of its own, which would stay and keep 55 MB. */
const buildPages = async (site: Site, apiKey: string | undefined, sampleDocs?: string) => {
  const { buildPageFiles } = await import("../../frontend/pages/build/pages.ts");
  const { stop } = await import("esbuild");
  runningBuilds += 1;
  try {
    return await buildPageFiles(site, apiKey, undefined, sampleDocs);
  } finally {
    runningBuilds -= 1;
    if (runningBuilds === 0) await stop();
  }
};

/**
 * The pages for worker and supervisor, made for the first request. They have `apiKey` from the start. `more` are further files at their path.
 * `isSample`: the pages say so.
 */
export const warehousePages = (
  site: Site,
  apiKey: string | undefined,
  more: MadeFiles = new Map(),
  isSample = false,
): OpenFiles => {
  if (!site.pages) return async () => undefined;
  let madeFiles: Promise<ReadonlyMap<string, Buffer>> | undefined;
  const files = async () => {
    madeFiles ??= buildPages(site, apiKey, isSample ? docsPath : undefined);
    return madeFiles;
  };
  return serveFilesAt(
    site.basePath + site.pages.path,
    "pages",
    async (name) => more.get(name)?.() ?? (await files()).get(name),
    site,
  );
};

/**
 * Whether an `Accept` header prefers HTML to JSON, as a browser's does. The most specific range for a type has its quality (RFC 9110, 12.5.1).
 * Media ranges are parsed as a List of tokens (RFC 9651). A header that cannot be parsed prefers nothing.
 */
const prefersHtml = (accept: string): boolean => {
  let qualities: ReadonlyMap<string, number>;
  try {
    qualities = new Map(
      parseList(accept).map(([range, parameters]) => [
        String(range).toLowerCase(),
        Number(parameters.get("q") ?? 1),
      ]),
    );
  } catch {
    return false;
  }
  const qualityOf = (...ranges: readonly string[]) =>
    qualities.get(ranges.find((range) => qualities.has(range)) ?? "") ?? 0;
  return (
    qualityOf("text/html", "text/*", "*/*") > qualityOf("application/json", "application/*", "*/*")
  );
};

/** Redirects a browser from the stage's root to the worker's page, and no other client. */
export const leadToPages = (site: Site): OpenFiles => {
  const { pages } = site;
  if (!pages) return async () => undefined;
  return async ({ method, prefix = "", target, rawHeaders }) => {
    const accepted = headerOf(rawHeaders, "accept") ?? "";
    if (method !== "GET" || pathOf(target) !== "/" || !prefersHtml(accepted)) return undefined;
    const location = `${prefix}${site.basePath}${pages.path}/worker`;
    const headers = { location, "cache-control": "no-cache", vary: "accept" };
    return answerOf({ statusCode: 302, headers, body: "" }, "local");
  };
};
