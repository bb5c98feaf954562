// Keeps the page for use offline. The build writes the list of files and a version of their
// contents in place of the two constants.

const VERSION = "dev";
/** @type {string[]} */
const FILES = [];
const CACHE = `sakdi-${VERSION}`;
/** @type {any} */
const worker = globalThis;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      await cache.addAll(FILES);
      await worker.skipWaiting();
    }),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      const old = names.filter((name) => name.startsWith("sakdi-") && name !== CACHE);
      await Promise.all(old.map((name) => caches.delete(name)));
      await worker.clients.claim();
    }),
  );
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

/** Responds from the cache, or else from the server. Endgame tables and puzzles from the server are added to the cache. @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && /\.(bin|epd)$/.test(request.url)) await cache.put(request, response.clone());
  return response;
}
