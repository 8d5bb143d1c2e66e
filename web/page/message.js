// What the page itself says: how far it has loaded, that something cannot be kept, and questions over the screen.

import { say } from './words.js';

/** How long nothing may come from the network or the disk, in milliseconds. */
export const PATIENCE = 20_000;

export const network = () => say('Check the network and try again.');

/** Bytes of the module as a file and unpacked, and of the files that the program reads from the server, by name. */
export const SIZES = { module: 0, unpacked: 0, served: {} }; // set by the build

/** The weights of the engine. */
export const WEIGHTS = 'weights.bin';
/** The texts of a language other than English. */
export const textsOf = (code) => `lang/${code}.bin`;

export const $ = (id) => document.getElementById(id);

/** Shows a message over the screen, with a button, and with another to go back if that is possible. */
export function stop(sentence, label, action, canGoBack = false) {
    $('loading').hidden = true;
    $('message').hidden = false;
    $('message-text').textContent = sentence;
    $('message-button').textContent = label;
    $('message-button').onclick = action;
    $('message-back').hidden = !canGoBack;
    $('message-back').onclick = dismiss;
    (canGoBack ? $('message-back') : $('message-button')).focus();
}

export function dismiss() {
    $('message').hidden = true;
    window.reversi?.term.focus();
}

const notices = new Map();

/** Shows a sentence about something above the screen until it is closed; none takes it away. */
export function notice(about, sentence = '') {
    notices.set(about, sentence);
    $('notice-text').textContent = [...notices.values()].filter(Boolean).join(' ');
    $('notice').hidden = !$('notice-text').textContent;
}

/** Closes all that `notice` shows. */
export function closeNotices() {
    notices.clear();
    $('notice').hidden = true;
}

/** What is sent for the module and for each file that the program reads, in bytes, and which share has come. */
const parts = { module: { bytes: SIZES.module, share: 0 }, [WEIGHTS]: { bytes: SIZES.served[WEIGHTS], share: 0 } };

/** Shows how much of all has come: in the middle of the page until the screen is there, then beside its title. */
export function showProgress(part, bytes, share) {
    parts[part] = { bytes: bytes || (parts[part]?.bytes ?? SIZES.served[part]), share };
    tellProgress();
}

/** The first screen is there: what still comes stands beside its title. */
export function endLoading() {
    $('loading').hidden = true;
    tellProgress();
}

function tellProgress() {
    const all = Object.values(parts);
    const sum = (size) => (all.reduce((sum, each) => sum + size(each), 0) / 1e6).toFixed(1);
    const far = { loaded: sum(({ bytes, share }) => bytes * share), all: sum(({ bytes }) => bytes) };
    $('loading').textContent = say('Loading the game: {loaded} of {all} MB', far);
    $('engine').textContent = $('loading').hidden && all.some(({ share }) => share < 1) ? say('Loading: {loaded} of {all} MB', far) : '';
}

/** A sentence for the reader of the page. Other errors are the browser's own words. */
export class Explained extends Error {}

/** Waits for a promise, and no longer than so many milliseconds. */
export function limited(promise, sentence, milliseconds = PATIENCE) {
    let timer;
    const limit = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Explained(sentence)), milliseconds);
    });
    return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

/** Reads a body, tells how many bytes have come so far and the newest of them, and fails if nothing comes for a while. */
export function watched(body, onBytes, sentence) {
    const reader = body.getReader();
    let sum = 0;
    return new ReadableStream({
        async pull(controller) {
            const { done, value } = await limited(reader.read(), sentence).catch(() => {
                throw new Explained(sentence);
            });
            if (done) {
                controller.close();
                return;
            }
            onBytes(sum += value.length, value);
            controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
    });
}
