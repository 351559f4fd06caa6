import { files, version } from "site:files";

declare const self: ServiceWorkerGlobalScope;

/** Cache names start with the scope, because stages on the same origin share one cache storage. */
const { scope } = self.registration;
const cacheName = `${scope} ${version}`;

const cacheFiles = async () => {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
};

const deleteOldCaches = async () => {
  const names = await caches.keys();
  const oldNames = names.filter((name) => name.startsWith(`${scope} `) && name !== cacheName);
  await Promise.all(oldNames.map((name) => caches.delete(name)));
};

/** The name of a file with a content hash. Such a file never changes, so it is cached at its first request. The barcode reader is one. */
const hashedName = /\.[0-9A-Z]{8}\.\w{1,20}$/;

/** Whether a URL is a file of the pages. The service may have addresses below the same path, which must never come from a cache. */
const isFile = (url: string) => {
  const name = new URL(url).pathname.slice(new URL(scope).pathname.length);
  return files.includes(name) || hashedName.test(name);
};

const answerFromCache = async (request: Request): Promise<Response> => {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(request, { ignoreSearch: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && hashedName.test(request.url)) await cache.put(request, response.clone());
  return response;
};

// A new version waits until all pages of the old version are closed, or until a page sends `renew`.
self.addEventListener("install", (event) => event.waitUntil(cacheFiles()));
self.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
self.addEventListener("message", ({ data }) => {
  if (data === "renew") void self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope) && isFile(request.url))
    event.respondWith(answerFromCache(request));
});
