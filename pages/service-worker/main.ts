import { files, version } from "site:files";

declare const self: ServiceWorkerGlobalScope;

/** Stages below one origin share its caches, so their names begin with the scope. */
const { scope } = self.registration;
const cacheName = `${scope} ${version}`;

const keepShell = async () => {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
};

const forgetOthers = async () => {
  const others = (await caches.keys()).filter(
    (other) => other.startsWith(`${scope} `) && other !== cacheName,
  );
  await Promise.all(others.map((other) => caches.delete(other)));
};

/** The camera's reader is kept when it is first asked for. */
const hashedName = /\.[0-9A-Z]{8}\.\w+$/;

/** Among the files the service itself has an address, which no cache may answer. */
const isFile = (url: string) => {
  const name = new URL(url).pathname.slice(new URL(scope).pathname.length);
  return files.includes(name) || hashedName.test(name);
};

const answerFromCache = async (request: Request): Promise<Response> => {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && hashedName.test(request.url)) await cache.put(request, response.clone());
  return response;
};

// A new version waits until no page of the old one is open, or a page says `renew`.
self.addEventListener("install", (event) => event.waitUntil(keepShell()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("message", ({ data }) => {
  if (data === "renew") void self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope) && isFile(request.url))
    event.respondWith(answerFromCache(request));
});
