/** The folder with the page's files, beside the function; and the name of the page itself in it. */
export const pagesFolder = "pages";
export const indexFile = "index.html";

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
};

const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";

/** The headers of a file of the page, by its name. */
export const pageHeaders = (name: string): Record<string, string> => ({
  "content-type": types[/\.(\w+)$/.exec(name)?.[1] ?? "html"] ?? "application/octet-stream",
  "cache-control": "no-cache",
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
});
