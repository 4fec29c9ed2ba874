// The service worker: the client opens without a network. Only on secure origins; plain http works without. Games are
// live, so /ws and /api are never touched; pages come from the network whenever there is one.
//
// Each build has a worker and a cache of its own, which is filled before the worker is installed and never changes. A
// new build waits until all pages of the old one are closed, so a game goes on with the files that it began with, and
// what opens without a network is always one whole build. No answer is written down on its way to a page: a full disk
// costs an installation, not an answer. Workbox would bring the same list of files, and a library to load first.

/** The build writes here what it is called, and its files. */
const BUILD = '';
const FILES = [];

const CACHE = `sanqi ${BUILD}`;
const SHELL = '/';
const OFFLINE = '/offline.html';

self.addEventListener('install', (event) => {
  event.waitUntil(prepare());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (/^\/(api|ws|metrics|healthz|readyz)\b/.test(url.pathname)) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(hashed(request));
  // Every address of the client is the same page; other files, which have a dot in their names, may be looked at, too.
  else if (request.mode === 'navigate' && !url.pathname.includes('.'))
    event.respondWith(fresh(request, SHELL, OFFLINE));
  else event.respondWith(fresh(request, request));
});

// What the server pushes while no page is open. Browsers end subscriptions that show nothing.
self.addEventListener('push', (event) => {
  const { title, body, tag, path } = event.data.json();
  const look = { body, tag, data: path, icon: '/icon-turn.svg' };
  event.waitUntil(self.registration.showNotification(title, look));
});

// A message of the system leads to the game that it is about.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data ?? SHELL));
});

/** The tab that shows `path`; a new one where none does. */
async function show(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}

/** The whole build or nothing: a cache that lacks something goes, and the browser tries again when it next looks. A
 *  whole one stays as it is: pages may use it, where servers go back to a build or this file alone is another one. */
async function prepare() {
  const cache = await caches.open(CACHE);
  if (await isWhole(cache)) return;
  try {
    await Promise.all([SHELL, ...FILES].map((path) => keep(cache, path)));
    if (!(await isWhole(cache))) throw new Error('the page is of another build');
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Whether it has all files, and a page that names no others. */
async function isWhole(cache) {
  const [page, ...files] = await Promise.all([SHELL, ...FILES].map((path) => cache.match(path)));
  if (!page || !files.every(Boolean)) return false;
  // While servers are replaced one by one, the page may be of another build than this worker.
  const named = (await page.text()).match(/\/assets\/[\w.-]+/g) ?? [];
  return named.every((path) => FILES.includes(path));
}

/** Asks the server anew where names have no hash, and once more where the line fails. */
function keep(cache, path) {
  const request = new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' });
  return cache.add(request).catch(() => cache.add(request));
}

async function dropOldCaches() {
  // A newer worker that is on its way fills its own.
  if (self.registration.installing) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

/** What is kept of `path`, in this build or another one. A storage that fails holds nothing. */
async function kept(path) {
  try {
    return (await caches.match(path, { cacheName: CACHE })) ?? (await caches.match(path));
  } catch {
    return undefined;
  }
}

/** A name with a hash never changes its content. */
const hashed = async (request) => (await kept(request)) ?? fetch(request);

/** The answer of the server, whatever it says; without one the first of `others` that is kept. */
async function fresh(request, ...others) {
  try {
    return await fetch(request);
  } catch {
    for (const other of others) {
      const found = await kept(other);
      if (found) return found;
    }
    return Response.error();
  }
}
