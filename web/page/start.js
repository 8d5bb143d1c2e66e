// The start of the page: what the browser must have, the files, and the isolation that threads need. Then the terminal.

import { $, Explained, PATIENCE, limited, showProgress, stop } from './message.js';

const OLDEST = 'Chromium 92, Firefox 114, Safari 16.4 and all newer ones do.';
const NETWORK = 'Check the network and try again.';

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
        throw new Explained(`This browser does not run the game: it has no ${lacks[0]}. ${OLDEST}`);
    }
}

/** Waits until the service worker has all files and answers for the page. It reports how far it is. */
function installed(registration) {
    return new Promise((resolve, reject) => {
        const worker = registration.installing ?? registration.waiting ?? registration.active;
        let timer;
        const patience = () => {
            clearTimeout(timer);
            // The worker gives up first and says which file is missing.
            timer = setTimeout(() => reject(new Explained(`The game does not load any further. ${NETWORK}`)), PATIENCE + 5000);
        };
        navigator.serviceWorker.addEventListener('message', ({ data }) => {
            patience();
            if (data.all) {
                showProgress(data.loaded, data.all);
            } else if (data.missing) {
                reject(new Explained(`${data.missing} could not be loaded. ${NETWORK}`));
            }
        });
        const look = () => {
            if (worker.state === 'activated') {
                clearTimeout(timer);
                resolve();
            } else if (worker.state === 'redundant') {
                // Its message comes first.
                setTimeout(() => reject(new Explained(`Not all files of the game could be loaded. ${NETWORK}`)), 500);
            }
        };
        patience();
        worker.addEventListener('statechange', look);
        look();
    });
}

/** Threads share memory only on a page that is isolated: the service worker sends the headers for it, and keeps the files. */
async function isolate() {
    const refused = (error) => {
        throw new Explained('This browser does not let the page keep its files (a service worker), so the game does not run. '
            + `A private window or a setting that blocks site data is a usual reason. (${error.message})`);
    };
    const noSharing = `This browser does not share memory between threads. ${OLDEST}`;
    if (crossOriginIsolated) {
        if (typeof SharedArrayBuffer !== 'function') {
            throw new Explained(noSharing);
        }
        // It keeps the page for use without a network, but is not needed to play.
        navigator.serviceWorker?.register('sw.js').catch((error) => console.warn(error.message));
        return;
    }
    if (!navigator.serviceWorker) {
        throw new Explained('The game does not run here: it needs a secure address (https) and a browser with service workers.');
    }
    const registration = await limited(navigator.serviceWorker.register('sw.js'), `The page does not answer. ${NETWORK}`)
        .catch((error) => (error instanceof Explained ? Promise.reject(error) : refused(error)));
    await installed(registration);
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
    const { main } = await limited(import('./page.js'), `The page does not load any further. ${NETWORK}`);
    await main();
}

start().catch((error) => {
    console.warn(error);
    const isMissing = /import|module script/i.test(error.message) && error instanceof TypeError;
    const sentence = isMissing ? `A file of the page could not be loaded. ${NETWORK}` : error.message;
    history.replaceState(null, '');
    stop(sentence, 'Try again', () => location.reload());
});
