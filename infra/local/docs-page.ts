import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { pageHeaders } from "#lib/page/files.ts";
import type { Site } from "#lib/site/schema.ts";
import { docsFiles } from "../bundle/docs-files.ts";
import type { Answer } from "./answer.ts";
import { pathOf } from "./event.ts";

/** Answers requests for the page and its files; `undefined` for all others. */
export type DocsPage = (request: IncomingMessage) => Promise<Answer | undefined>;

const zip = promisify(gzip);

/** The files do not change while a stage runs, so each is made and compressed once. */
const once = <Type>(make: (path: string) => Promise<Type>) => {
  const made = new Map<string, Promise<Type>>();
  return (path: string): Promise<Type> => {
    const answer = made.get(path) ?? make(path);
    made.set(path, answer);
    return answer;
  };
};

/**
 * The page at `/docs` that describes a site's API and can send requests to this stage. It is not part of the service: no route of the site
 * changes, and every file comes from this machine.
 */
export const docsPage = (site: Site): DocsPage => {
  const files = docsFiles(site, "/docs");
  const plain = once(async (name) => files[name]?.());
  const zipped = once(async (name) => zip((await plain(name)) ?? ""));
  return async ({ method, url = "", headers }) => {
    const [, name = ""] = /^\/docs(?:\/(.+))?$/.exec(pathOf(url)) ?? [undefined, "/"];
    if (method !== "GET" || !Object.hasOwn(files, name)) return undefined;
    const zips = /\bgzip\b/.test(String(headers["accept-encoding"] ?? ""));
    const body = (zips ? await zipped(name) : await plain(name)) ?? Buffer.alloc(0);
    return {
      status: 200,
      headers: [
        ...Object.entries(pageHeaders(name)).flat(),
        ...["content-length", String(body.length)],
        ...(zips ? ["content-encoding", "gzip"] : []),
      ],
      body,
    };
  };
};
