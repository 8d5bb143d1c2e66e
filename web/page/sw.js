// Keeps the page for use without a network, and isolates it so that threads can share memory.

const VERSION = 'VERSION'; // set by the build
/** What the game asks for after its first screen, and is kept then. */
const LATER = 'weights.bin';
const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
/** Whatever a server calls them, these are what the files are. */
const TYPES = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', woff2: 'font/woff2', html: 'text/html',
    webmanifest: 'application/manifest+json' };
/** How long nothing may come of a file, in milliseconds. */
const PATIENCE = 20_000;

async function tell(message) {
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    pages.forEach((page) => page.postMessage(message));
}

/** Loads all files, each once, and tells the pages how many bytes have come. */
async function keep() {
    const cache = await caches.open(VERSION);
    const all = FILES.reduce((sum, [, bytes]) => sum + bytes, 0);
    let loaded = 0;
    await Promise.all(FILES.map(async ([path]) => {
        try {
            const type = TYPES[path.split('.').pop()] ?? (path === './' ? TYPES.html : 'application/octet-stream');
            const bytes = await load(path, (count) => tell({ loaded: Math.min(all, loaded += count), all }));
            await cache.put(path, new Response(bytes, { headers: { 'Content-Type': type } }));
        } catch (error) {
            await tell({ missing: path === './' ? 'The page' : path.slice(2) });
            throw error;
        }
    }));
}

/** Loads a file and asks the server whether a kept one is current. */
async function load(path, onBytes) {
    const stopper = new AbortController();
    let timer;
    const patience = () => {
        clearTimeout(timer);
        timer = setTimeout(() => stopper.abort(), PATIENCE);
    };
    try {
        patience();
        const response = await fetch(path, { cache: 'no-cache', signal: stopper.signal });
        if (!response.ok) {
            throw new Error(`${path}: ${response.status}`);
        }
        const pieces = [];
        const reader = response.body.getReader();
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
            patience();
            pieces.push(piece.value);
            onBytes(piece.value.length);
        }
        return new Blob(pieces);
    } finally {
        clearTimeout(timer);
    }
}

addEventListener('install', (event) => {
    event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
    const old = async (name) => name !== VERSION && caches.delete(name);
    event.waitUntil(caches.keys().then((names) => Promise.all(names.map(old))).then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (request.method !== 'GET' || address.origin !== location.origin) {
        return;
    }
    event.respondWith((async () => {
        const wanted = address.pathname.endsWith('/index.html') ? './' : request;
        const cache = await caches.open(VERSION);
        let response = await cache.match(wanted, { ignoreSearch: true });
        if (!response) {
            response = await fetch(request);
            if (response.ok && address.pathname.endsWith(`/${LATER}`)) {
                event.waitUntil(cache.put(request, response.clone()).catch((error) => console.warn(error.message)));
            }
        }
        const headers = new Headers(response.headers);
        Object.entries(ISOLATION).forEach(([name, value]) => headers.set(name, value));
        return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
    })());
});
