// The disk of the program, in a worker: files in the browser's database. All are read at the start; what is written goes
// to the database after a moment, or before the answer to the question to flush a file.

import { SIZES, limited, watched } from './message.js';
import { ANSWER_BYTES, ANSWER_HEAD, ERRNO } from './wasi.js';

const { success, badf, exist, inval, io, isdir, noent, nospc, notdir, notempty } = ERRNO;
const STORE = 'files';
const FOLDER = 3;
const FILE = 4;
/** The folder whose files are downloads once they are closed. */
const FILES = '/files/';
/** How long what was written may wait, in milliseconds. */
const DELAY = 50;
/** How long to wait after a failure before everything is written again, in milliseconds. */
const RETRY = 5000;

/** The files and folders by path: { bytes, size, changed } or { folder: true, changed }. */
const nodes = new Map();
/** The open files by number. */
const open = new Map();
let nextFd = 4;
let nextNode = 1;
/** The paths whose state the database does not have yet, with the number of their last change. */
const unsaved = new Map();
let change = 0;
let timer = 0;
let database;
/** The writing of what has changed, which ends before the next one begins. */
let writing = Promise.resolve();
/** Whether the last writing failed. */
let isFailing = false;

const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

function put(path, node) {
    node.number ??= nextNode++;
    nodes.set(path, node);
    changed(path);
    return node;
}

function changed(path) {
    unsaved.set(path, ++change);
    timer ||= setTimeout(tryToFlush, isFailing ? RETRY : DELAY);
}

/** Tells the page that something is not kept. */
const report = (error) => {
    isFailing = true;
    postMessage({ notSaved: String(error?.message ?? error), isFull: error?.name === 'QuotaExceededError' });
};

const tryToFlush = () => flush().catch((error) => {
    report(error);
    timer ||= setTimeout(tryToFlush, RETRY);
});

/** Writes everything that has changed to the database, after what is being written. */
function flush() {
    clearTimeout(timer);
    timer = 0;
    const written = writing.catch(() => {}).then(write);
    writing = written;
    return written;
}

async function write() {
    const paths = new Map(unsaved);
    if (paths.size === 0) {
        return;
    }
    if (!database) {
        throw new Error('there is no database');
    }
    const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
    const finished = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was ended'));
    });
    try {
        const files = transaction.objectStore(STORE);
        for (const path of paths.keys()) {
            const node = nodes.get(path);
            if (!node) {
                files.delete(path);
            } else if (node.folder) {
                files.put({ folder: true, changed: node.changed }, path);
            } else {
                files.put({ bytes: node.bytes.slice(0, node.size), changed: node.changed }, path);
            }
        }
    } catch (error) {
        finished.catch(() => {});
        transaction.abort();
        throw error;
    }
    await finished;
    // What has changed again in the meantime is written the next time.
    for (const [path, number] of paths) {
        unsaved.get(path) === number && unsaved.delete(path);
    }
    if (isFailing) {
        isFailing = false;
        postMessage({ isSavedAgain: true });
    }
}

/** Loads a file from the server, however often it takes, and tells the page how far it is. */
async function load(name) {
    for (let tries = 0; ; tries++) {
        try {
            const response = await limited(fetch(name), `${name} does not come`);
            if (!response.ok) {
                throw new Error(`${name} is ${response.status}`);
            }
            const size = Number(response.headers.get('Content-Length'));
            const onBytes = (loaded) => postMessage({ loading: name, size, share: loaded / SIZES.served[name] });
            const body = watched(response.body, onBytes, `${name} stops`);
            const bytes = new Uint8Array(await new Response(body).arrayBuffer());
            if (bytes.length !== SIZES.served[name]) {
                throw new Error(`${name} is something else`);
            }
            postMessage({ loaded: name });
            return bytes;
        } catch (error) {
            tries || postMessage({ notLoaded: name, why: String(error?.message ?? error) });
            await new Promise((resolve) => setTimeout(resolve, RETRY));
        }
    }
}

/** What the program reads from the server by path, which is no file of the database: its name and, once it was asked for, its bytes. */
const served = new Map(Object.keys(SIZES.served).map((name) => [`/${name}`, { name }]));
const getServed = (file) => file.bytes ??= load(file.name);

/** Opens the database and reads all files. Without a database, files last until the page is closed, and nothing is kept. */
async function start() {
    try {
        const request = indexedDB.open('reversi', 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE);
        const opened = await limited(done(request), 'the database does not answer');
        const files = opened.transaction(STORE).objectStore(STORE);
        const [paths, stored] = await Promise.all([done(files.getAllKeys()), done(files.getAll())]);
        paths.forEach((path, i) => {
            const { bytes, folder, changed } = stored[i];
            nodes.set(path, { number: nextNode++, bytes, folder, changed, size: bytes?.length });
        });
        // Only what was read whole is written over.
        database = opened;
    } catch (error) {
        report(error);
    }
    for (const path of ['/', '/reversi', '/files']) {
        nodes.has(path) || put(path, { folder: true, changed: Date.now() });
    }
}

/** Returns a path without `.`, `..` and `/` at the end. */
function resolve(fd, name) {
    const parts = `${fd === 3 ? '' : open.get(fd)?.path ?? ''}/${name}`.split('/');
    const kept = [];
    for (const part of parts) {
        if (part === '..') {
            kept.pop();
        } else if (part && part !== '.') {
            kept.push(part);
        }
    }
    return `/${kept.join('/')}`;
}

const parent = (path) => path.slice(0, path.lastIndexOf('/')) || '/';
const inside = (folder) => {
    const start = folder === '/' ? '/' : `${folder}/`;
    return [...nodes.keys()].filter((path) => path !== '/' && path.startsWith(start) && !path.slice(start.length).includes('/'));
};

function number(value, bytes = 8) {
    const data = new DataView(new ArrayBuffer(bytes));
    bytes === 8 ? data.setBigUint64(0, BigInt(value), true) : data.setUint32(0, value, true);
    return new Uint8Array(data.buffer);
}

function stat(node) {
    const data = new DataView(new ArrayBuffer(64));
    const time = BigInt(Math.round(node.changed * 1e6));
    data.setBigUint64(8, BigInt(node.number), true);
    data.setUint8(16, node.folder ? FOLDER : FILE);
    data.setBigUint64(24, 1n, true);
    data.setBigUint64(32, BigInt(node.folder ? 0 : node.size), true);
    [40, 48, 56].forEach((at) => data.setBigUint64(at, time, true));
    return new Uint8Array(data.buffer);
}

function resize(node, size) {
    if (size > node.bytes.length) {
        const bytes = new Uint8Array(Math.max(size, 2 * node.bytes.length));
        bytes.set(node.bytes.subarray(0, node.size));
        node.bytes = bytes;
    } else if (size < node.size) {
        node.bytes.fill(0, size, node.size);
    }
    node.size = size;
}

function touch(file) {
    file.node.changed = Date.now();
    file.isWritten = true;
    // A file that was removed while it is open has no path.
    nodes.get(file.path) === file.node && changed(file.path);
}

/** Offers a file in the folder of the files as a download, unless it is a temporary one. */
function offer(path, node) {
    const name = path.slice(FILES.length);
    if (path.startsWith(FILES) && !name.startsWith('.') && nodes.get(path) === node) {
        postMessage({ saved: name, bytes: node.bytes.slice(0, node.size) });
    }
}

/** The questions. Each returns an error, or an error and the bytes of the answer. */
const questions = {
    async open(fd, name, how, flags) {
        const [CREATE, DIRECTORY, EXCLUSIVE, TRUNCATE, APPEND] = [1, 2, 4, 8, 1];
        const path = resolve(fd, name);
        let node = nodes.get(path);
        if (served.has(path)) {
            const bytes = await getServed(served.get(path));
            node = { number: nextNode++, bytes, size: bytes.length, changed: 0 };
        }
        if (node && how & CREATE && how & EXCLUSIVE) {
            return [exist];
        }
        if (node && how & DIRECTORY && !node.folder) {
            return [notdir];
        }
        if (!node) {
            if (!(how & CREATE) || !nodes.get(parent(path))?.folder) {
                return [noent];
            }
            node = put(path, { bytes: new Uint8Array(), size: 0, changed: Date.now() });
        }
        const file = { node, path, at: 0, appends: Boolean(flags & APPEND) };
        if (how & TRUNCATE) {
            resize(node, 0);
            touch(file);
        }
        open.set(nextFd, file);
        return [success, number(nextFd++, 4)];
    },
    kind: (fd) => open.has(fd) ? [success, Uint8Array.of(open.get(fd).node.folder ? FOLDER : FILE)] : [badf],
    close(fd) {
        const file = open.get(fd);
        open.delete(fd);
        file?.isWritten && offer(file.path, file.node);
        return [file ? success : badf];
    },
    read(fd, length, from) {
        const file = open.get(fd);
        if (!file || file.node.folder) {
            return [file ? isdir : badf];
        }
        const at = from ?? file.at;
        const data = file.node.bytes.subarray(at, Math.min(at + length, file.node.size));
        file.at += from === undefined ? data.length : 0;
        return [success, data];
    },
    write(fd, data, to) {
        const file = open.get(fd);
        if (!file || file.node.folder) {
            return [file ? isdir : badf];
        }
        const at = to ?? (file.appends ? file.node.size : file.at);
        at + data.length > file.node.size && resize(file.node, at + data.length);
        file.node.bytes.set(data, at);
        file.at = to === undefined ? at + data.length : file.at;
        touch(file);
        return [success];
    },
    seek(fd, offset, whence) {
        const file = open.get(fd);
        if (!file) {
            return [badf];
        }
        const at = offset + [0, file.at, file.node.size][whence];
        if (!(at >= 0)) {
            return [inval];
        }
        file.at = at;
        return [success, number(at)];
    },
    async sync() {
        await flush();
        return [success];
    },
    stat: (fd) => {
        const node = fd === 3 ? nodes.get('/') : open.get(fd)?.node;
        return node ? [success, stat(node)] : [badf];
    },
    statPath(fd, name) {
        const node = nodes.get(resolve(fd, name));
        return node ? [success, stat(node)] : [noent];
    },
    resize(fd, size) {
        const file = open.get(fd);
        if (!file) {
            return [badf];
        }
        resize(file.node, size);
        touch(file);
        return [success];
    },
    list(fd, cookie, most) {
        const folder = fd === 3 ? '/' : open.get(fd)?.path;
        if (!folder) {
            return [badf];
        }
        const encoder = new TextEncoder();
        const data = new Uint8Array(most);
        const view = new DataView(data.buffer);
        let at = 0;
        for (const [i, path] of inside(folder).entries()) {
            if (i < cookie) {
                continue;
            }
            const name = encoder.encode(path.slice(path.lastIndexOf('/') + 1));
            const head = new DataView(new ArrayBuffer(24));
            head.setBigUint64(0, BigInt(i + 1), true);
            head.setBigUint64(8, BigInt(nodes.get(path).number), true);
            head.setUint32(16, name.length, true);
            head.setUint8(20, nodes.get(path).folder ? FOLDER : FILE);
            const entry = new Uint8Array([...new Uint8Array(head.buffer), ...name]).subarray(0, most - at);
            data.set(entry, at);
            at += entry.length;
            if (at === most) {
                break;
            }
        }
        return [success, new Uint8Array(view.buffer, 0, at)];
    },
    createFolder(fd, name) {
        const path = resolve(fd, name);
        if (nodes.has(path)) {
            return [exist];
        }
        if (!nodes.get(parent(path))?.folder) {
            return [noent];
        }
        put(path, { folder: true, changed: Date.now() });
        return [success];
    },
    removeFolder(fd, name) {
        const path = resolve(fd, name);
        const node = nodes.get(path);
        if (!node?.folder) {
            return [node ? notdir : noent];
        }
        if (inside(path).length) {
            return [notempty];
        }
        nodes.delete(path);
        changed(path);
        return [success];
    },
    remove(fd, name) {
        const path = resolve(fd, name);
        const node = nodes.get(path);
        if (!node || node.folder) {
            return [node ? isdir : noent];
        }
        nodes.delete(path);
        changed(path);
        return [success];
    },
    rename(fd, name, toFd, toName) {
        const [path, to] = [resolve(fd, name), resolve(toFd, toName)];
        const node = nodes.get(path);
        if (!node || nodes.get(to)?.folder) {
            return [node ? isdir : noent];
        }
        const moved = node.folder ? [...nodes.keys()].filter((other) => other.startsWith(`${path}/`)) : [];
        for (const from of [path, ...moved]) {
            const target = to + from.slice(path.length);
            const file = nodes.get(from);
            nodes.delete(from);
            nodes.set(target, file);
            for (const opened of open.values()) {
                opened.path = opened.node === file ? target : opened.path;
            }
            changed(from);
            changed(target);
        }
        // One that is open is offered once it is closed.
        node.folder || [...open.values()].some((file) => file.node === node) || offer(to, node);
        return [success];
    },
};

/** Answers the questions of a thread in their order, in memory that is shared with it. */
function serve(port, answer) {
    const head = new Int32Array(answer, 0, ANSWER_HEAD);
    const body = new Uint8Array(answer, 4 * ANSWER_HEAD);
    let last = started;
    async function reply(question) {
        let [error, data] = [io];
        try {
            [error, data] = await questions[question[0]](...question.slice(1));
        } catch (problem) {
            error = problem?.name === 'QuotaExceededError' ? nospc : io;
            report(problem);
        }
        data = (data ?? new Uint8Array()).subarray(0, ANSWER_BYTES);
        body.set(data);
        head[1] = error;
        head[2] = data.length;
        Atomics.store(head, 0, 1);
        Atomics.notify(head, 0);
    }
    port.onmessage = ({ data }) => {
        last = last.then(() => reply(data));
    };
    // It can be asked now.
    port.postMessage({ ready: true });
}

const started = start();

addEventListener('message', async ({ data }) => {
    await started;
    if (data.port) {
        serve(data.port, data.answer);
    } else if (data.file) {
        put(FILES + data.file, { bytes: data.bytes, size: data.bytes.length, changed: Date.now() });
        await flush().catch(report);
        postMessage({ stored: data.file });
    } else if (data.all) {
        await flush().catch(report);
        const files = [...nodes].map(([path, { bytes, size, folder, changed }]) =>
            ({ path, folder, changed, bytes: bytes?.slice(0, size) }));
        postMessage({ all: files });
    } else if (data.replaceAll) {
        [...nodes.keys()].forEach((path) => (nodes.delete(path), changed(path)));
        for (const { path, ...node } of data.replaceAll) {
            put(path, { ...node, size: node.bytes?.length });
        }
        const isKept = await flush().then(() => true, (error) => (report(error), false));
        postMessage({ replaced: isKept });
    } else if (data.ahead) {
        const file = served.get(`/${data.ahead}`);
        file && getServed(file);
    } else if (data.stop) {
        await flush().catch(report);
        postMessage({ stopped: true });
    }
});
postMessage({ ready: true });
