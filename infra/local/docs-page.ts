import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { pageHeaders } from "#lib/page/files.ts";
import type { Site } from "#lib/site/schema.ts";
import { docsFiles } from "../bundle/docs-files.ts";
import type { Answer } from "./answer.ts";
import { pathOf } from "./event.ts";

/** Answers a request for the page or one of its files; `undefined` for everything else. */
export type DocsPage = (request: IncomingMessage) => Promise<Answer | undefined>;

const zip = promisify(gzip);

/** Nothing here changes while a stage runs, so each file is made and zipped once. */
const once = <Type>(make: (path: string) => Promise<Type>) => {
  const made = new Map<string, Promise<Type>>();
  return (path: string): Promise<Type> => {
    const answer = made.get(path) ?? make(path);
    made.set(path, answer);
    return answer;
  };
};

/**
 * The page that describes a site's API and sends requests to the stage that serves it, at `/docs`. It stands beside the service,
 * not in it: no route of the site is touched, and every file comes from this machine.
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
