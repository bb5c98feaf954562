// Keeps the page for use offline. The build writes the list of files and versions of their contents in
// place of the constants. A page that is open keeps the files of its build: a new one replaces them when
// no page is open.

const VERSION = "dev";
/** Of the endgame tables, which are kept once they are loaded. */
const DATA_VERSION = "dev-data";
/** @type {string[]} */
const FILES = [];
/** @type {any} */
const worker = globalThis;
/** Another copy of the page on this host has caches of its own. */
const PREFIX = `sakdi ${worker.registration.scope} `;
const CACHE = PREFIX + VERSION;
const DATA = `${PREFIX}data ${DATA_VERSION}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  // The browser's own cache may hold files of another build.
  const requests = FILES.map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(requests.map((request) => load(cache, request)))));
});

/** Loads a file into a cache. @param {Cache} cache @param {Request} request */
async function load(cache, request) {
  // Where an earlier attempt ended for want of a connection, this one goes on.
  if (await cache.match(request)) return;
  const response = await fetch(request);
  if (!response.ok) {
    // The host is about to change its files: those of two builds must not be mixed.
    await caches.delete(CACHE);
    throw new Error(`${request.url}: status ${response.status}`);
  }
  // Some hosts redirect page.html to "page", and a browser refuses to open a page from a redirected response.
  const { headers, redirected } = response;
  await cache.put(request, redirected ? new Response(response.body, { headers }) : response);
}

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE && name !== DATA);
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

/** Whether the page is requested by its name. @param {Request} request */
function isPage(request) {
  const { origin, pathname } = new URL(request.url);
  return origin + pathname === `${worker.registration.scope}index.html`;
}

/** Responds from a cache, or else from the server. @param {Request} request */
async function answer(request) {
  const { pathname } = new URL(request.url);
  const isData = /\.bin$/.test(pathname);
  const isLate = isData || /_threads\.wasm$/.test(pathname);
  const cache = await caches.open(isData ? DATA : CACHE);
  const kept = await cache.match(isPage(request) ? worker.registration.scope : request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(isLate ? new Request(request, { cache: "no-cache" }) : request);
  if (response.ok && isLate) {
    // Without room for it, it is loaded again next time.
    void cache.put(request, response.clone()).catch(() => {});
  }
  return response;
}
