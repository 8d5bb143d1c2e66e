// The start of the page: what the browser must have, the files, and the isolation that threads need. Then the terminal.

import { Explained, limited, network, stop } from './message.js';
import { loadModule } from './module.js';
import { say } from './words.js';

const oldest = () => say('Chromium 92, Firefox 114, Safari 16.4 and all newer ones do.');

/** A module with one instruction on a vector of 128 bits. */
const VECTORS = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
    253, 98, 11);

/** What the game needs besides memory that threads share, which a page gets once it is isolated. */
const NEEDED = [
    ['WebAssembly', () => typeof WebAssembly === 'object'],
    ['WebAssembly with vectors (SIMD)', () => WebAssembly.validate(VECTORS)],
    ['unpacking of files (DecompressionStream)', () => typeof DecompressionStream === 'function'],
    ['modules in workers', hasModuleWorkers],
    ['locks between tabs (Web Locks)', () => Boolean(navigator.locks)],
    ['messages between tabs (BroadcastChannel)', () => typeof BroadcastChannel === 'function'],
];

/** A browser that knows the option asks for it. */
function hasModuleWorkers() {
    let asked = false;
    const options = {
        get type() {
            asked = true;
            return 'module';
        },
    };
    const address = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }));
    try {
        new Worker(address, options).terminate();
    } catch {
        return false;
    } finally {
        URL.revokeObjectURL(address);
    }
    return asked;
}

function checkBrowser() {
    const lacks = NEEDED.find(([, isThere]) => !isThere());
    if (lacks) {
        throw new Explained(say('This browser does not run the game: it has no {what}. {oldest}', { what: say(lacks[0]), oldest: oldest() }));
    }
}

/** How long another version may take to come into force, in milliseconds. */
const CHANGE = 10_000;
/** How long a page that is being left may hold the game, in milliseconds. */
const LEAVING = 1000;

/** Waits until the service worker answers for the page. */
function installed({ active, installing, waiting }) {
    const worker = active ?? installing ?? waiting;
    return new Promise((resolve, reject) => {
        const look = () => {
            if (worker.state === 'activated') {
                resolve();
            } else if (worker.state === 'redundant') {
                reject(new Explained(say('Not all files of the game could be loaded. {network}', { network: network() })));
            }
        };
        worker.addEventListener('statechange', look);
        look();
    });
}

/** Lets a newer version that is whole take over, unless the game runs in another tab, which needs the files of its own. */
async function update({ waiting }) {
    if (!waiting) {
        return;
    }
    const isHeld = async () => (await navigator.locks.query()).held.some(({ name }) => name === 'reversi');
    for (const end = Date.now() + LEAVING; await isHeld();) {
        if (Date.now() > end) {
            return;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const changed = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    waiting.postMessage('takeOver');
    if (await limited(changed, '', CHANGE).catch(() => null)) {
        location.reload();
        await new Promise(() => {});
    }
}

/** Threads share memory only on a page that is isolated: the service worker sends the headers for it, and keeps the files. */
async function isolate() {
    const refused = (error) => {
        throw new Explained(say('This browser does not let the page keep its files (a service worker), so the game does not run. A private window or a setting that blocks site data is a usual reason. ({why})', { why: error.message }));
    };
    const noSharing = say('This browser does not share memory between threads. {oldest}', { oldest: oldest() });
    if (crossOriginIsolated) {
        if (typeof SharedArrayBuffer !== 'function') {
            throw new Explained(noSharing);
        }
        // It keeps the page for use without a network, but is not needed to play.
        const known = await navigator.serviceWorker?.getRegistration();
        known && await update(known);
        known ?? navigator.serviceWorker?.register('sw.js').catch((error) => console.warn(error.message));
        return;
    }
    if (!navigator.serviceWorker) {
        throw new Explained(say('The game does not run here: it needs a secure address (https) and a browser with service workers.'));
    }
    const registration = await limited(navigator.serviceWorker.register('sw.js'), say('The page does not answer. {network}', { network: network() }))
        .catch((error) => (error instanceof Explained ? Promise.reject(error) : refused(error)));
    await limited(installed(registration), say('The game does not load any further. {network}', { network: network() }));
    // The state of the history lasts through a reload, and needs no storage.
    if (history.state?.reloaded) {
        throw new Explained(noSharing);
    }
    history.replaceState({ reloaded: true }, '');
    location.reload();
    await new Promise(() => {});
}

async function start() {
    checkBrowser();
    await isolate();
    history.replaceState(null, '');
    // The module is the largest file, and comes first.
    const code = loadModule();
    // Its error is shown where it is awaited.
    code.catch(() => {});
    const { main } = await limited(import('./page.js'), say('The page does not load any further. {network}', { network: network() }));
    await main(code);
}

start().catch((error) => {
    console.warn(error);
    const isMissing = /import|module script/i.test(error.message) && error instanceof TypeError;
    const sentence = isMissing ? say('A file of the page could not be loaded. {network}', { network: network() }) : error.message;
    history.replaceState(null, '');
    stop(sentence, say('Try again'), () => location.reload());
});
