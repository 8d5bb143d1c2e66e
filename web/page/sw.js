// Keeps the files of the page for use without a network, each under the hash of its content, and isolates the page so that
// threads can share memory. A first visit keeps what passes by; an update fetches what has changed, and waits until it has all.

/** The files by path, with the hash of what is kept, and the hashes of other forms in which a server may send it. */
const FILES = {}; // set by the build
const KEPT = 'files';
const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
/** Whatever a server calls them, these are what the files are. */
const TYPES = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', png: 'image/png', woff2: 'font/woff2',
    './': 'text/html', webmanifest: 'application/manifest+json' };
/** How long nothing may come of a file, in milliseconds. */
const PATIENCE = 20_000;

/** The texts of a language are kept if they were asked for once, in any version: their key says which they are. */
const isTexts = (path) => path.startsWith('lang/');
const key = (path) => `kept/${FILES[path][0]}${isTexts(path) ? `/${path}` : ''}`;

/** The files that are being loaded for a page, by path. */
const coming = new Map();

/** Keeps the content of a file if it is this version's, and returns whether it is. */
async function keep(path, response) {
    const bytes = await response.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const isRight = FILES[path].includes(hash);
    if (isRight) {
        const type = TYPES[path.split('.').pop()] ?? TYPES[path] ?? 'application/octet-stream';
        await (await caches.open(KEPT)).put(key(path), new Response(bytes, { headers: { 'Content-Type': type } }));
    }
    return isRight;
}

/** Loads a file, and gives up when nothing has come for a while. */
async function load(path, cache) {
    const stopper = new AbortController();
    let timer;
    const patience = () => {
        clearTimeout(timer);
        timer = setTimeout(() => stopper.abort(), PATIENCE);
    };
    patience();
    try {
        const { ok, status, body } = await fetch(path, { cache, signal: stopper.signal });
        if (!ok) {
            throw new Error(`${path}: ${status}`);
        }
        const watch = new TransformStream({ transform: (piece, to) => (patience(), to.enqueue(piece)) });
        return new Response(await new Response(body.pipeThrough(watch)).blob());
    } finally {
        clearTimeout(timer);
    }
}

/** Loads all files that are not kept yet, with these texts: from the browser's own cache unless that has another version. */
async function complete(texts) {
    const cache = await caches.open(KEPT);
    const kept = await cache.keys();
    const isWanted = (path) => !isTexts(path) || path === texts || kept.some(({ url }) => url.endsWith(`/${path}`));
    await Promise.all(Object.keys(FILES).filter(isWanted).map(async (path) => {
        if (!await cache.match(key(path)) && !await keep(path, await load(path, 'default'))
            && !await keep(path, await load(path, 'reload'))) {
            throw new Error(`${path} is not that of this version`);
        }
    }));
}

addEventListener('install', (event) => {
    event.waitUntil(registration.active ? complete() : skipWaiting());
});

addEventListener('activate', (event) => {
    event.waitUntil((async () => {
        await clients.claim();
        const names = await caches.keys();
        await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
        const cache = await caches.open(KEPT);
        const ours = new Set(Object.keys(FILES).map((path) => new URL(key(path), location).href));
        const old = (await cache.keys()).filter(({ url }) => !ours.has(url));
        await Promise.all(old.map((request) => cache.delete(request)));
    })());
});

addEventListener('message', (event) => {
    const tasks = { takeOver: () => skipWaiting(), complete };
    // The page of an older version sends the name of the task alone.
    const { task = event.data, texts } = event.data;
    event.waitUntil(tasks[task](texts).catch((error) => console.warn(error.message)));
});

addEventListener('fetch', (event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (request.method !== 'GET' || address.origin !== location.origin) {
        return;
    }
    const path = address.pathname.slice(new URL(registration.scope).pathname.length).replace(/^(index\.html)?$/, './');
    event.respondWith((async () => {
        const kept = async () => FILES[path] && (await caches.open(KEPT)).match(key(path));
        let response = await kept();
        if (!response && coming.has(path)) {
            // Workers that start at the same time ask for the same file.
            await coming.get(path);
            response = await kept();
        }
        if (!response) {
            const fetched = fetch(request);
            const keeping = fetched.then((copy) => FILES[path] && copy.ok && keep(path, copy.clone()))
                .catch((error) => console.warn(error.message)).finally(() => coming.delete(path));
            coming.set(path, keeping);
            event.waitUntil(keeping);
            response = await fetched;
        }
        const headers = new Headers(response.headers);
        Object.entries(ISOLATION).forEach(([name, value]) => headers.set(name, value));
        return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
    })());
});
