// The service worker: the client opens without a network, and says so. Only on secure origins; plain http works
// without. Games are live, so /ws and /api are never touched; pages come from the network whenever there is one.
const CACHE = 'sanqi-2';
const SHELL = '/';
const OFFLINE = '/offline.html';
const FIRST = [SHELL, OFFLINE, '/icon.svg', '/icon-turn.svg', '/manifest.webmanifest'];
/** Files of builds that are gone stay behind; beyond this many the oldest go. */
const KEPT = 120;

self.addEventListener('install', (event) => {
  event.waitUntil(prepare().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (/^\/(api|ws|metrics|healthz|readyz)\b/.test(url.pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(hashed(request));
  else event.respondWith(fresh(request));
});

// What was said to a visitor who was elsewhere leads him back to the page that said it.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients
      .matchAll({ type: 'window' })
      .then((pages) => (pages[0] ? pages[0].focus() : self.clients.openWindow('/'))),
  );
});

/** The shell, and the files that it names: the first visit is enough to come back without a network. */
async function prepare() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FIRST);
  const html = await (await cache.match(SHELL)).text();
  // In attributes, and in its script, where the minifier chooses the quotes. Some twice, which addAll() refuses.
  const named = new Set([...html.matchAll(/["'`](\/assets\/[^"'`]+)["'`]/g)].map(([, path]) => path));
  await cache.addAll([...named]);
}

async function dropOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

/** Every address of the client is the same page; other files, which have a dot in their names, may be looked at,
 *  too. */
async function page(request) {
  const cache = await caches.open(CACHE);
  const { pathname } = new URL(request.url);
  if (pathname.includes('.')) return fresh(request);
  try {
    const response = await fetch(request);
    if (response.ok && isPage(response)) await cache.put(SHELL, response.clone());
    return response;
  } catch {
    return (await cache.match(SHELL)) ?? (await cache.match(OFFLINE));
  }
}

const isPage = (response) => response.headers.get('content-type')?.startsWith('text/html') ?? false;

/** A name with a hash never changes its content. */
async function hashed(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request, response.clone());
    const keys = await cache.keys();
    await Promise.all(
      keys.slice(FIRST.length, Math.max(FIRST.length, keys.length - KEPT)).map((key) => cache.delete(key)),
    );
  }
  return response;
}

async function fresh(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}
