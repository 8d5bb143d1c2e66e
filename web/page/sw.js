// Keeps the page for use without a network, and isolates it so that threads can share memory.

const VERSION = 'VERSION'; // set by the build
const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

addEventListener('install', (event) => {
    event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
    const old = async (name) => name !== VERSION && caches.delete(name);
    event.waitUntil(caches.keys().then((names) => Promise.all(names.map(old))).then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) {
        return;
    }
    event.respondWith((async () => {
        const response = await caches.match(request, { ignoreSearch: true }) ?? await fetch(request);
        const headers = new Headers(response.headers);
        Object.entries(ISOLATION).forEach(([name, value]) => headers.set(name, value));
        return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
    })());
});
