// The page: a terminal, the threads of the program, and its disk.

import { $, Explained, WEIGHTS, closeNotices, dismiss, endLoading, limited, network, notice, showProgress, stop, textsOf } from './message.js';
import { Pictures } from './pictures.js';
import { listenToFingers, newTerminal } from './terminal.js';
import { Shared, newAnswer } from './wasi.js';
import { say, speakLanguage } from './words.js';

/** The memory of the program, in pages of 64 KiB, as it was linked with (see build). */
const [FIRST_PAGES, MOST_PAGES] = [512, 16384];
/** Workers that wait for a thread to run. */
const SPARE_WORKERS = 3;
/** The most threads of a search. */
const MOST_THREADS = 8;
/** How long the program may take to show its first screen, in milliseconds. */
const START = 60_000;
/** How many of the last texts that were said stay. */
const MOST_SPOKEN = 12;
/** How long the page vibrates, in milliseconds. */
const VIBRATION = 40;
/** The row of a click on a button, as a terminal counts rows (see hits.rs). */
const BUTTONS_ROW = 65535;

const encoder = new TextEncoder();
const isTouch = matchMedia('(pointer: coarse)').matches;

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
            stop(say('Reversi is open in another tab.'), say('Continue here'), resolve);
        });
        $('message').hidden = true;
        tabs.postMessage('take');
        const patience = new Promise((resolve) => setTimeout(() => resolve(false), 3000));
        await Promise.race([take({}), patience]) || await take({ steal: true });
    }
}

/** Starts a worker that listens: WebKit loses what is sent before, and does not always load the file at once. */
async function startWorker(file) {
    const TRIES = 5;
    for (let tries = 1; tries <= TRIES; tries++) {
        const worker = new Worker(file, { type: 'module' });
        const isReady = await new Promise((resolve) => {
            worker.onmessage = () => resolve(true);
            worker.onerror = () => resolve(false);
        });
        if (isReady) {
            return worker;
        }
        worker.terminate();
        await new Promise((resolve) => setTimeout(resolve, 100 * tries));
    }
    throw new Explained(say('{file} could not be loaded. {network}', { file, network: network() }));
}

/** Says a text to a reader of the screen, after what was said before. */
function speak(text) {
    const line = document.createElement('p');
    line.textContent = text;
    $('spoken').append(line);
    while ($('spoken').children.length > MOST_SPOKEN) {
        $('spoken').firstChild.remove();
    }
}

/**
 * Shows what can be done as buttons, each after a sign: `-` for one that waits, `?` for an answer to a question, in a row of
 * its own. A click on one is a click in a row below the screen; Esc is always there, as `back`.
 */
function showKeys(labels, send) {
    const all = labels.map((label, at) => [label[0], label.slice(1),
        `\x1b[<0;${at + 1};${BUTTONS_ROW}M\x1b[<0;${at + 1};${BUTTONS_ROW}m`]).filter(([sign, label]) => sign !== '?' || label !== say('back'));
    if (!all.some(([, label]) => label === say('back'))) {
        all.push([' ', say('back'), '\x1b']);
    }
    const buttons = all.map(([sign, label, keys]) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = label;
        button.disabled = sign === '-';
        button.onclick = () => send(keys);
        // The terminal keeps the focus.
        button.onpointerdown = (event) => event.preventDefault();
        return button;
    });
    const answers = document.createElement('div');
    answers.append(...buttons.filter((_, at) => all[at][0] === '?'));
    $('keys').replaceChildren(...buttons.filter((_, at) => all[at][0] !== '?'), ...answers.children.length ? [answers] : []);
    $('keys').scrollTop = 0;
}

/** The switch of the vibration, where a device has it. It belongs to the device, so the browser keeps it. */
const vibration = {
    isOn: () => localStorage.getItem('vibration') !== 'off',
    show() {
        $('vibration').hidden = !isTouch || !navigator.vibrate;
        $('vibration').textContent = vibration.isOn() ? say('Vibration: on') : say('Vibration: off');
    },
    turn() {
        localStorage.setItem('vibration', vibration.isOn() ? 'off' : 'on');
        vibration.show();
    },
};

/** Tab belongs to the game: F6 leaves it for the buttons of the page, and comes back. */
function leaveWithF6(term) {
    const places = () => [...document.querySelectorAll('#menu, nav button, nav a')].find((place) => place.checkVisibility());
    term.attachCustomKeyEventHandler((event) => {
        if (event.key !== 'F6') {
            return true;
        }
        if (event.type === 'keydown') {
            places()?.focus();
            event.preventDefault();
            event.stopPropagation();
        }
        return false;
    });
    document.addEventListener('keydown', (event) => {
        if (event.key === 'F6' && event.target !== term.textarea) {
            event.preventDefault();
            term.focus();
        }
    });
    $('skip').onclick = (event) => {
        event.preventDefault();
        places()?.focus();
    };
}

/** Shows the program, whose module is being loaded. */
export async function main(code) {
    let threads = [];
    let disk = null;
    let hasEnded = false;
    const end = () => {
        hasEnded = true;
        threads.forEach((worker) => worker.terminate());
    };
    await takeOver(async () => {
        end();
        if (disk) {
            const stopped = new Promise((resolve) => {
                disk.addEventListener('message', ({ data }) => data.stopped && resolve());
            });
            disk.postMessage({ stop: true });
            await stopped;
        }
        stop(say('The game goes on in another tab.'), say('Continue here'), () => location.reload());
    });
    // Their room is there before the terminal is measured.
    document.body.classList.toggle('touch', isTouch);
    $('keys').hidden = !isTouch;
    // The font, the module and the disk come at the same time.
    const startedDisk = startWorker('disk.js');
    // Its error is shown where it is awaited.
    startedDisk.catch(() => {});
    await limited(document.fonts.load('16px Reversi'), '').catch(() => {});
    disk = await limited(startedDisk, say('{file} does not start. {network}', { file: 'disk.js', network: network() }));
    const term = newTerminal();
    const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES, shared: true });
    const shared = new Shared();

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
    term.textarea.ariaLabel = 'Reversi';
    term.textarea.setAttribute('aria-describedby', 'leave');
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
        speak(text);
        return true;
    });
    term.parser.registerOscHandler(7002, (code) => {
        speakLanguage(code);
        vibration.show();
        return true;
    });
    term.parser.registerOscHandler(7000, (labels) => {
        showKeys(labels ? labels.split('|') : [], send);
        return true;
    });
    term.parser.registerOscHandler(7001, () => {
        vibration.isOn() && navigator.vibrate?.(VIBRATION);
        return true;
    });
    vibration.show();
    $('vibration').onclick = vibration.turn;
    leaveWithF6(term);

    // The answer of a terminal about its background, for the theme, whenever that changes.
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.onchange = () => send(`\x1b]11;rgb:${dark.matches ? '14/17/1a' : 'ff/ff/ff'}\x1b\\`);

    const pictures = new Pictures(term);
    const decoder = new TextDecoder();

    const query = new URLSearchParams(location.search);
    const text = query.get('game') ?? query.get('position');
    const motion = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduced' : 'full';
    const cores = Math.max(1, Math.min(MOST_THREADS, (navigator.hardwareConcurrency ?? 2) - 1));
    // What the page knows it says at the start, so that the first frame is right.
    const args = ['reversi', '--folder', '/files', '--size', `${term.cols}x${term.rows}`, '--threads', String(cores),
        '--theme', dark.matches ? 'dark' : 'light', '--motion', motion, '--language', navigator.languages.join(','),
        '--address', location.origin + location.pathname, '--keys', isTouch ? 'buttons' : 'line'];
    if (text) {
        args.push('--text', text);
    }
    // POSIX counts the hours from local time to UTC.
    const minutes = new Date().getTimezoneOffset();
    const clock = (value) => `${Math.trunc(value / 60)}:${String(Math.abs(value) % 60).padStart(2, '0')}`;
    const env = [`TZ=<local>${clock(minutes)}`, 'REVERSI_HOME=/reversi'];

    const download = (name, content) => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([content]));
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    };
    /** Now that nobody waits for the network, what has not passed by is kept, too. */
    const complete = () => navigator.serviceWorker?.ready.then((registration) => {
        registration.active.postMessage({ task: 'complete', texts: textsOf(document.documentElement.lang) });
        return registration.update();
    }).catch((error) => console.warn(error.message));
    disk.onmessage = ({ data }) => {
        if (data.saved) {
            download(data.saved, data.bytes);
        } else if (data.all) {
            download('reversi-backup.json', writeBackup(data.all));
        } else if (data.replaced !== undefined) {
            data.replaced ? location.reload() : stop(
                say('This browser does not keep the backup. What was here before is still kept.'), say('Back'), () => location.reload());
        } else if (data.notSaved) {
            console.warn(data.notSaved);
            notice('disk', data.isFull
                ? say('The browser has no room left for this page. Nothing new is kept: back up your games, or free some room.')
                : say('This browser keeps nothing for this page. Games and settings are lost when it is closed: back them up.'));
        } else if (data.isSavedAgain) {
            notice('disk');
        } else if (data.loading) {
            showProgress(data.loading, data.size, data.share);
        } else if (data.loaded) {
            notice(data.loaded);
            data.loaded === WEIGHTS && complete();
        } else if (data.notLoaded) {
            console.warn(data.why);
            notice(data.notLoaded, data.notLoaded === WEIGHTS
                ? say('The engine could not be loaded, so the computer does not move yet. The page keeps trying.')
                : say('The language could not be loaded, so the screens stay English for now. The page keeps trying.'));
        } else if (data.stored) {
            // As terminals do with a file that is dropped on them.
            term.paste(`'/files/${data.stored}'`);
            term.focus();
        }
    };
    // The first screen is to speak the language of the browser; the program asks for another one if that is in its settings.
    disk.postMessage({ ahead: textsOf(document.documentElement.lang) });
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
        // The same file can be chosen again.
        $('backup-file').value = '';
        if (files === null) {
            stop(say('{file} is no backup of this page. Nothing was changed.', { file: file.name }), say('Back'), dismiss);
        } else if (files) {
            stop(say('Replace all games, settings and records here by those of the backup?'), say('Replace'), () => {
                // What the program still writes must not mix with it.
                end();
                disk.postMessage({ replaceAll: files });
            }, true);
        }
    };
    $('open').onclick = () => $('file').click();
    $('file').onchange = async () => {
        await openFile($('file').files[0]);
        $('file').value = '';
    };
    $('notice-close').onclick = closeNotices;
    const showPlaces = (isOpen) => {
        $('places').classList.toggle('open', isOpen);
        $('menu').ariaExpanded = String(isOpen);
    };
    $('menu').onclick = () => showPlaces(!$('places').classList.contains('open'));
    document.addEventListener('click', ({ target }) => target !== $('menu') && showPlaces(false));
    document.querySelectorAll('nav button').forEach((button) => { button.disabled = false; });

    const module = await code;
    // The weights need not wait until the program asks for them.
    disk.postMessage({ ahead: WEIGHTS });
    const spare = [];
    const again = () => location.reload();
    let isShown = false;
    let said = '';
    const fail = (why) => {
        end();
        console.error(why);
        stop(isShown ? say('The program has failed. Your games are saved.')
            : say('The game could not start. {why}', { why: said.trim() || why }), say('Start again'), again);
    };
    let isDrawn = null;
    const firstScreen = new Promise((resolve) => {
        isDrawn = resolve;
    });
    const prepare = () => {
        const worker = startWorker('thread.js');
        // Its error is shown where it is awaited.
        worker.catch(() => {});
        spare.push(worker);
    };
    const run = async (number, argument) => {
        const worker = await (spare.pop() ?? startWorker('thread.js'));
        if (hasEnded) {
            worker.terminate();
            return;
        }
        const { port1, port2 } = new MessageChannel();
        // Not through the port: Firefox loses shared memory that is sent before both ends have arrived.
        const answer = newAnswer();
        disk.postMessage({ port: port1, answer }, [port1]);
        threads.push(worker);
        worker.onmessage = ({ data }) => {
            if (data.shown) {
                pictures.take(decoder.decode(data.shown)) || term.write(data.shown, isDrawn);
            } else if (data.spawn) {
                run(data.spawn.number, data.spawn.argument).catch((error) => fail(error.message));
                spare.length < SPARE_WORKERS && prepare();
            } else if (data.ended !== undefined) {
                worker.terminate();
                threads = threads.filter((other) => other !== worker);
            } else if (data.error) {
                said = (said + data.error).slice(-500);
                console.warn(data.error);
            } else if (data.failed !== undefined) {
                fail(data.failed);
            } else if (data.exit === 0) {
                end();
                stop(say('Thank you for playing.'), say('Start again'), again);
            } else if (data.exit !== undefined) {
                fail(`exit ${data.exit}`);
            }
        };
        worker.onerror = (event) => fail(event.message ?? 'thread.js could not be loaded');
        const task = { module, memory, shared: shared.buffer, disk: port2, answer, args, env, number, argument };
        worker.postMessage(task, [port2]);
    };
    run(0, 0).catch((error) => fail(error.message));
    while (spare.length < SPARE_WORKERS) {
        prepare();
    }
    window.reversi = { term, disk, send };
    await limited(firstScreen, say('The game has not started. Close other tabs and try again.'), START);
    isShown = true;
    endLoading();
    speak($('leave').textContent);
    term.focus();
    addEventListener('focus', () => term.focus());
    // Asked once there is something to keep: a browser may ask the user.
    navigator.storage?.persist?.().catch(() => {});
}
