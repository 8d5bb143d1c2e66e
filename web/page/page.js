// The page: a terminal, the threads of the program, and its disk.

import { FitAddon } from './xterm/addon-fit.mjs';
import { Terminal } from './xterm/xterm.mjs';
import { WebglAddon } from './xterm/addon-webgl.mjs';
import { Shared } from './wasi.js';

/** The memory of the program, in pages of 64 KiB, as it was linked with (see build). */
const [FIRST_PAGES, MOST_PAGES] = [512, 16384];
/** Workers that wait for a thread to run. */
const SPARE_WORKERS = 3;
/** The most threads of a search. */
const MOST_THREADS = 8;
/** The fewest columns that the letters are made small for, and how large they are where there is room, in pixels. */
const [FEWEST_COLUMNS, LARGEST, SMALLEST] = [40, 17, 9];
/** How wide a letter of the font is, as a part of its size. */
const LETTER = 0.602;
/** How long a finger rests for a hover, in milliseconds, and how far it moves for a line of the wheel, in pixels. */
const [LONG_PRESS, WHEEL] = [400, 24];

const $ = (id) => document.getElementById(id);
const encoder = new TextEncoder();
const isTouch = matchMedia('(pointer: coarse)').matches;

/** Shows a message over the screen, with a button, and with another to go back if that is possible. */
function stop(sentence, label, action, canGoBack = false) {
    $('message').hidden = false;
    $('message-text').textContent = sentence;
    $('message-button').textContent = label;
    $('message-button').onclick = action;
    $('message-back').hidden = !canGoBack;
    $('message-back').onclick = dismiss;
    (canGoBack ? $('message-back') : $('message-button')).focus();
}

function dismiss() {
    $('message').hidden = true;
    window.reversi?.term.focus();
}

/** Writes all files as one: the bytes as text in base64. */
function writeBackup(files) {
    const encode = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    const list = files.map(({ bytes, ...file }) => ({ ...file, ...(bytes && { bytes: encode(bytes) }) }));
    return JSON.stringify({ reversi: 1, files: list }, null, 1);
}

/** Reads what `writeBackup` has written; null if it is something else. */
function readBackup(text) {
    try {
        const { reversi, files } = JSON.parse(text);
        const isFile = ({ path, bytes, folder }) => /^\//.test(path) && (folder === true || typeof bytes === 'string');
        return reversi === 1 && files.every(isFile)
            ? files.map(({ bytes, ...file }) =>
                ({ ...file, ...(bytes !== undefined && { bytes: Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)) }) }))
            : null;
    } catch {
        return null;
    }
}

/** Threads share memory only on a page that is isolated: the service worker sends the headers for it. */
async function isolate() {
    if (!navigator.serviceWorker) {
        throw new Error('This browser does not run the game here: it needs a secure page (https) and service workers.');
    }
    await navigator.serviceWorker.register('sw.js');
    await navigator.serviceWorker.ready;
    if (!crossOriginIsolated) {
        const KEY = 'reloaded';
        if (sessionStorage.getItem(KEY)) {
            throw new Error('This browser does not share memory between threads. A current Chromium, Firefox or Safari does.');
        }
        sessionStorage.setItem(KEY, '1');
        location.reload();
        await new Promise(() => {});
    }
    sessionStorage.removeItem('reloaded');
}

/** Waits until no other tab has the game, so that two do not write the same files. */
async function takeOver(onTaken) {
    const tabs = new BroadcastChannel('reversi');
    const take = (options) => new Promise((resolve) => {
        navigator.locks.request('reversi', options, (lock) => {
            resolve(Boolean(lock));
            return lock && new Promise((release) => {
                tabs.onmessage = async ({ data }) => {
                    if (data === 'take') {
                        await onTaken();
                        release();
                    }
                };
            });
        }).catch(onTaken);
    });
    if (!await take({ ifAvailable: true })) {
        await new Promise((resolve) => {
            stop('Reversi is open in another tab.', 'Continue here', resolve);
        });
        $('message').hidden = true;
        tabs.postMessage('take');
        const patience = new Promise((resolve) => setTimeout(() => resolve(false), 3000));
        await Promise.race([take({}), patience]) || await take({ steal: true });
    }
}

function newTerminal() {
    const term = new Terminal({
        fontFamily: '"Reversi", "DejaVu Sans Mono", "Menlo", "Consolas", monospace',
        cursorInactiveStyle: 'none',
        scrollback: 0,
        customGlyphs: true,
        macOptionIsMeta: true,
        allowProposedApi: true,
        theme: { background: '#14171a' },
    });
    const fit = new FitAddon();
    term.loadAddon(fit);
    term.open($('terminal'));
    try {
        const webgl = new WebglAddon();
        webgl.onContextLoss(() => webgl.dispose());
        term.loadAddon(webgl);
    } catch {
        // Without WebGL2, the terminal draws with elements of the page.
    }
    const resize = () => {
        const wide = $('terminal').clientWidth / FEWEST_COLUMNS / LETTER;
        term.options.fontSize = Math.max(SMALLEST, Math.min(LARGEST, Math.floor(wide)));
        fit.fit();
    };
    resize();
    new ResizeObserver(resize).observe($('terminal'));
    // All mouse events, exact places, pastes and the focus are reported.
    term.write('\x1b[?1003h\x1b[?1006h\x1b[?2004h\x1b[?1004h\x1b[?25l');
    return term;
}

/** Sends fingers as the mouse: a tap is a click, a long press a hover, and a swipe the wheel. */
function listenToFingers(term, send) {
    const element = $('terminal');
    const place = ({ clientX, clientY }) => {
        const { left, top, width, height } = element.querySelector('.xterm-screen').getBoundingClientRect();
        const cell = (at, cells) => Math.max(1, Math.min(cells, Math.floor(at * cells) + 1));
        return `${cell((clientX - left) / width, term.cols)};${cell((clientY - top) / height, term.rows)}`;
    };
    const mouse = (button, touch, end = 'M') => send(`\x1b[<${button};${place(touch)}${end}`);
    let start = null;
    let wheelAt = 0;
    let timer = 0;
    element.addEventListener('touchstart', (event) => {
        start = event.touches.length === 1 ? event.touches[0] : null;
        wheelAt = start?.clientY;
        const touch = start;
        timer = setTimeout(() => {
            start = null;
            touch && mouse(35, touch);
        }, LONG_PRESS);
    }, { passive: true });
    element.addEventListener('touchmove', (event) => {
        const y = event.touches[0].clientY;
        while (Math.abs(y - wheelAt) > WHEEL) {
            clearTimeout(timer);
            start = null;
            mouse(y < wheelAt ? 65 : 64, event.touches[0]);
            wheelAt += Math.sign(y - wheelAt) * WHEEL;
        }
        event.preventDefault();
    }, { passive: false });
    element.addEventListener('touchend', (event) => {
        clearTimeout(timer);
        if (start) {
            mouse(35, start);
            mouse(0, start);
            mouse(0, start, 'm');
        }
        // No mouse events after it, and no keyboard of the screen.
        event.preventDefault();
    });
}

async function main() {
    await isolate();
    let threads = [];
    let disk = null;
    const end = () => threads.forEach((worker) => worker.terminate());
    await takeOver(async () => {
        end();
        if (disk) {
            const stopped = new Promise((resolve) => {
                disk.addEventListener('message', ({ data }) => data.stopped && resolve());
            });
            disk.postMessage({ stop: true });
            await stopped;
        }
        stop('The game goes on in another tab.', 'Continue here', () => location.reload());
    });
    // The font and the module come at the same time.
    const code = fetch('reversi.wasm.gz').then((response) => {
        const unpacked = response.body.pipeThrough(new DecompressionStream('gzip'));
        return WebAssembly.compileStreaming(new Response(unpacked, { headers: { 'Content-Type': 'application/wasm' } }));
    });
    await document.fonts.load('16px Reversi').catch(() => {});
    const term = newTerminal();
    const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES, shared: true });
    const shared = new Shared();
    disk = new Worker('disk.js', { type: 'module' });

    const waiting = [];
    const sendWaiting = () => {
        while (waiting.length && shared.send(waiting[0])) {
            waiting.shift();
        }
        waiting.length && setTimeout(sendWaiting, 10);
    };
    const send = (text) => {
        const bytes = encoder.encode(text);
        // A long paste is several pieces.
        const PIECE = 1 << 16;
        for (let at = 0; at < bytes.length; at += PIECE) {
            waiting.push(bytes.slice(at, at + PIECE));
        }
        sendWaiting();
    };
    term.onData(send);
    term.onResize(({ cols, rows }) => send(`\x1b[48;${rows};${cols};0;0t`));
    isTouch && listenToFingers(term, send);
    if (isTouch) {
        term.textarea.inputMode = 'none';
    }
    $('keyboard').hidden = !isTouch;
    $('keyboard').onclick = () => {
        term.textarea.inputMode = term.textarea.inputMode === 'none' ? 'text' : 'none';
        term.blur();
        term.focus();
    };
    // Text for the clipboard, and text that a screen reader says.
    term.parser.registerOscHandler(52, (data) => {
        const text = new TextDecoder().decode(Uint8Array.from(atob(data.slice(data.indexOf(';') + 1)), (c) => c.charCodeAt(0)));
        navigator.clipboard?.writeText(text).catch(() => {});
        return true;
    });
    term.parser.registerOscHandler(9, (text) => {
        $('spoken').textContent = text;
        return true;
    });

    // The answer of a terminal about its background, for the theme.
    send(`\x1b]11;rgb:${matchMedia('(prefers-color-scheme: dark)').matches ? '14/17/1a' : 'ff/ff/ff'}\x1b\\`);

    const query = new URLSearchParams(location.search);
    const text = query.get('game') ?? query.get('position');
    const motion = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduced' : 'full';
    const args = ['reversi', '--folder', '/files', '--motion', motion, '--size', `${term.cols}x${term.rows}`, '--threads',
        String(Math.max(1, Math.min(MOST_THREADS, (navigator.hardwareConcurrency ?? 2) - 1)))];
    if (text) {
        args.push('--text', text);
    }
    // POSIX counts the hours from local time to UTC.
    const minutes = new Date().getTimezoneOffset();
    const clock = (value) => `${Math.trunc(value / 60)}:${String(Math.abs(value) % 60).padStart(2, '0')}`;
    const env = [`TZ=<local>${clock(minutes)}`, 'REVERSI_HOME=/reversi', `LANG=${navigator.language.replace('-', '_')}.UTF-8`];

    const download = (name, content) => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([content]));
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    };
    disk.onmessage = ({ data }) => {
        if (data.saved) {
            download(data.saved, data.bytes);
        } else if (data.all) {
            download('reversi-backup.json', writeBackup(data.all));
        } else if (data.replaced) {
            location.reload();
        } else if (data.notSaved) {
            console.error(data.notSaved);
        } else if (data.stored) {
            // As terminals do with a file that is dropped on them.
            term.paste(`'/files/${data.stored}'`);
            term.focus();
        }
    };
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
        event.preventDefault();
        openFile(event.dataTransfer.files[0]);
    });
    async function openFile(file) {
        if (file) {
            const bytes = new Uint8Array(await file.arrayBuffer());
            disk.postMessage({ file: file.name.replaceAll(/[/']/g, '_'), bytes });
        }
    }
    $('backup').onclick = () => disk.postMessage({ all: true });
    $('restore').onclick = () => $('backup-file').click();
    $('backup-file').onchange = async () => {
        const file = $('backup-file').files[0];
        const files = file && readBackup(await file.text());
        if (files === null) {
            stop(`${file.name} is no backup of this page. Nothing was changed.`, 'Back', dismiss);
        } else if (files) {
            stop('Replace all games, settings and records here by those of the backup?', 'Replace', () => {
                // What the program still writes must not mix with it.
                end();
                disk.postMessage({ replaceAll: files });
            }, true);
        }
    };
    $('open').onclick = () => $('file').click();
    $('file').onchange = () => openFile($('file').files[0]);

    const module = await code;
    const spare = [];
    const newWorker = () => new Worker('thread.js', { type: 'module' });
    const run = (number, argument) => {
        const worker = spare.pop() ?? newWorker();
        const { port1, port2 } = new MessageChannel();
        disk.postMessage({ port: port1 }, [port1]);
        threads.push(worker);
        worker.onmessage = ({ data }) => {
            if (data.shown) {
                term.write(data.shown);
            } else if (data.spawn) {
                run(data.spawn.number, data.spawn.argument);
                spare.length < SPARE_WORKERS && spare.push(newWorker());
            } else if (data.ended !== undefined) {
                worker.terminate();
                threads = threads.filter((other) => other !== worker);
            } else if (data.error) {
                console.error(data.error);
            } else if (data.failed !== undefined) {
                console.error(data.failed);
                stop('The program has failed. Your games are saved.', 'Start again', () => location.reload());
            } else if (data.exit !== undefined) {
                end();
                stop('Thank you for playing.', 'Start again', () => location.reload());
            }
        };
        worker.onerror = (event) => {
            console.error(event.message);
            stop('The program has failed. Your games are saved.', 'Start again', () => location.reload());
        };
        worker.postMessage({ module, memory, shared: shared.buffer, disk: port2, args, env, number, argument }, [port2]);
    };
    run(0, 0);
    while (spare.length < SPARE_WORKERS) {
        spare.push(newWorker());
    }
    $('loading').hidden = true;
    term.focus();
    addEventListener('focus', () => term.focus());
    window.reversi = { term, disk, send };
}

main().catch((error) => stop(error.message, 'Try again', () => location.reload()));
