import type { Site } from "../site/schema.ts";

export const pagesFolder = "pages";
export const indexFile = "index.html";

/** Media types that are no text; one applies to the whole API. API Gateway decodes one only for a request whose first `Accept` names it. */
export const binaryTypes: readonly string[] = ["application/wasm"];

const mediaTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

export type FileSet = "pages" | "docs";

/** The page with the camera, whose reader is WebAssembly. */
const cameraPage = "worker";

const commonPolicy = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The sources that a page can load from: its own origin, and for tokens the site's sign-in. */
const policyOf: Readonly<Record<FileSet, (name: string, auth: Site["auth"]) => string>> = {
  // OpenAPI Explorer has styles in attributes, and images in addresses.
  docs: () =>
    `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; ${commonPolicy}`,
  pages: (name, auth) => {
    const wasm = name === cameraPage ? " 'wasm-unsafe-eval'" : "";
    const tokens = auth.scheme === "jwt" && auth.signIn ? ` ${auth.signIn.token}` : "";
    return `default-src 'none'; script-src 'self'${wasm}; style-src 'self'; img-src 'self'; manifest-src 'self'; connect-src 'self'${tokens}; ${commonPolicy}`;
  },
};

const mediaTypeOf = (name: string): string =>
  mediaTypes[/\.(\w{1,20})$/.exec(name)?.[1] ?? "html"] ?? "application/octet-stream";

export const isBinary = (name: string): boolean => binaryTypes.includes(mediaTypeOf(name));

/** The hash of a file's content in its name: such a file never changes. */
const hashedName = /\.[0-9A-Z]{8}\.\w{1,20}$/;

/** The headers of a file; a name without an ending is a page. */
export const fileHeaders = (
  fileSet: FileSet,
  name: string,
  { auth }: Pick<Site, "auth">,
): Record<string, string> => ({
  "content-type": mediaTypeOf(name),
  "cache-control": hashedName.test(name) ? "public, max-age=31536000, immutable" : "no-cache",
  "content-security-policy": policyOf[fileSet](name, auth),
  "x-content-type-options": "nosniff",
  // After a sign-in the page's address has a code in it.
  "referrer-policy": "no-referrer",
});

/** The way from files one level below a path to where paths begin: `../..` for `/v1/app`. */
export const upwardPath = (path: string): string =>
  path
    .split("/")
    .slice(1)
    .map(() => "..")
    .join("/");
