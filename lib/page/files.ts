/** The folder with the files of pages, beside the function that serves them; and the name of the file that stands at their path. */
export const pagesFolder = "pages";
export const indexFile = "index.html";

/** Media types of files that are no text. API Gateway sends one as it is only to a request whose first `Accept` names its type. */
export const binaryTypes: readonly string[] = ["application/wasm"];

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

/** The pages for the warehouse, or the page that describes the API. */
export type Shelf = "pages" | "docs";

/** The page with the camera, whose reader is WebAssembly. */
const withCamera = new Set(["worker"]);

const never = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** What a page may load and ask: nothing but what its own origin has. */
const policyOf: Readonly<Record<Shelf, (name: string) => string>> = {
  docs: () =>
    `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; ${never}`,
  pages: (name) =>
    `default-src 'none'; script-src 'self'${withCamera.has(name) ? " 'wasm-unsafe-eval'" : ""}; style-src 'self'; img-src 'self'; manifest-src 'self'; connect-src 'self'; ${never}`,
};

const typeOf = (name: string): string =>
  types[/\.(\w+)$/.exec(name)?.[1] ?? "html"] ?? "application/octet-stream";

/** Whether a file is sent as bytes and not as text. */
export const isBinary = (name: string): boolean => binaryTypes.includes(typeOf(name));

/** A file with the hash of its content in its name never changes. */
const hashed = /\.[0-9A-Z]{8}\.\w+$/;

/** The headers of a file of a page, by its name; a name without an ending is a page. */
export const fileHeaders = (shelf: Shelf, name: string): Record<string, string> => ({
  "content-type": typeOf(name),
  "cache-control": hashed.test(name) ? "public, max-age=31536000, immutable" : "no-cache",
  "content-security-policy": policyOf[shelf](name),
  "x-content-type-options": "nosniff",
});
