// What the tests of the page share: a server, a browser, and a person at the page.

import { createServer } from 'node:http';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const BROWSERS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const TYPES = { '.html': 'text/html', '.mjs': 'text/javascript', '.js': 'text/javascript', '.css': 'text/css',
    '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };

export const browserPath = BROWSERS.find((path) => path && existsSync(path));

/**
 * Serves the page as any static server would: without special headers. Returns its address, and how often each file was
 * sent. Faults by path: `missing` files, files that `stall` in their middle, what a file is to `change` into (a character
 * stands for a byte), more `headers`.
 */
export async function serve({ missing = [], stall = [], change = {}, headers = () => ({}) } = {}) {
    const sent = {};
    let bytesSent = 0;
    const server = createServer(async ({ url }, response) => {
        const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
        const name = path === '/' ? 'index.html' : path.slice(1);
        if (missing.includes(name) || !existsSync(join(DIST, name))) {
            response.writeHead(404).end();
            return;
        }
        const file = await readFile(join(DIST, name));
        const bytes = change[name] ? Buffer.from(change[name](file.toString('latin1')), 'latin1') : file;
        response.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream', 'Content-Length': bytes.length,
            ...headers(name) });
        sent[name] = (sent[name] ?? 0) + 1;
        bytesSent += bytes.length;
        stall.includes(name) ? response.write(bytes.subarray(0, bytes.length / 2)) : response.end(bytes);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = () => {
        server.closeAllConnections();
        server.close();
    };
    return { address: `http://127.0.0.1:${server.address().port}/`, sent, bytesSent: () => bytesSent, close };
}

/** What changes on the server with a new version in which these files are different: they, and what the service worker knows. */
export function newVersion(changes) {
    const hash = (text) => createHash('sha256').update(text, 'latin1').digest('hex');
    const [old, current] = [{}, {}];
    Object.entries(changes).forEach(([name, change]) => {
        const text = readFileSync(join(DIST, name), 'latin1');
        [old[name], current[name]] = [hash(text), hash(change(text))];
    });
    return { ...changes, 'sw.js': (text) => Object.keys(old).reduce((all, name) => all.replace(old[name], current[name]), text) };
}

/** Starts a browser on a screen with this many device pixels for a pixel. */
export const launch = (scale = 1) => chromium.launch({
    executablePath: browserPath,
    args: [`--force-device-scale-factor=${scale}`, '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync'],
});

/** What a person has who does not wait between moves: no pause before the computer's, discs that turn at once. */
export const FAST = { settings: 'pace = 0', reducedMotion: 'reduce' };

/** Keeps the settings of a person who was here before, on another file of the same place. */
async function keepSettings(context, address, settings) {
    const page = await context.newPage();
    await page.goto(new URL('icon.svg', address).href);
    await page.evaluate((settings) => new Promise((resolve, reject) => {
        const request = indexedDB.open('reversi', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('files');
        request.onsuccess = () => {
            const transaction = request.result.transaction('files', 'readwrite');
            const file = { bytes: new TextEncoder().encode(settings), changed: Date.now() };
            transaction.objectStore('files').put(file, '/reversi/config.toml');
            transaction.oncomplete = () => resolve(request.result.close());
        };
        request.onerror = () => reject(request.error);
    }), settings);
    await page.close();
}

/** A person at a page of their own browser profile. */
export class Person {
    static async arrive(browser, address, options = {}) {
        const context = options.context ?? await browser.newContext({ viewport: { width: 1000, height: 640 }, ...options });
        options.settings && await keepSettings(context, address, options.settings);
        const person = new Person();
        person.context = context;
        person.faults = [];
        person.page = await context.newPage();
        person.page.on('console', (message) => message.type() === 'error' && person.faults.push(message.text()));
        person.page.on('pageerror', (error) => person.faults.push(String(error)));
        options.prepare && await person.page.addInitScript(options.prepare);
        await person.page.goto(address);
        return person;
    }

    /** The text of the screen. */
    text() {
        return this.page.evaluate(() => {
            const buffer = window.reversi?.term.buffer.active;
            const rows = Array.from({ length: window.reversi?.term.rows ?? 0 }, (_, row) =>
                // A cell with a part of a picture is blank.
                (buffer.getLine(row)?.translateToString(true) ?? '').replaceAll(/\u{10eeee}\p{M}*/gu, ' ').trimEnd());
            return rows.join('\n');
        });
    }

    /** Waits until the screen has a text, and returns the screen. */
    async see(wanted, seconds = 60) {
        const end = Date.now() + 1000 * seconds;
        let text = '';
        while (Date.now() < end) {
            // The page may be loading again.
            text = await this.text().catch(() => '');
            if (wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted)) {
                return text;
            }
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
        throw new Error(`no ${wanted} on the screen:\n${text}\n${await this.said()}\n${this.faults.join('\n')}`);
    }

    /** What the page itself says over the screen. */
    said() {
        return this.page.evaluate(() => ['message-text', 'notice-text', 'loading']
            .map((id) => document.getElementById(id)).filter((part) => part?.checkVisibility())
            .map((part) => part.textContent).join(' ')).catch(() => '');
    }

    /** Waits until something holds on the page. A busy browser looks for a newer version late. */
    async until(holds, seconds = 150) {
        for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
            if (await this.page.evaluate(holds).catch(() => false)) {
                return;
            }
            await new Promise((resolve) => setTimeout(resolve, 200));
        }
        throw new Error(`this does not come: ${holds}\n${await this.text()}`);
    }

    /** Waits until the browser has kept everything: as many files as the service worker names, without those of languages. */
    kept() {
        return this.until(async () => {
            const text = await (await fetch('sw.js')).text();
            const kept = await (await caches.open('files')).keys();
            return kept.filter(({ url }) => !url.includes('/lang/')).length === text.match(/^ +'(?!lang\/).*': \["\w{64}"/gm).length;
        });
    }

    /** Chooses the next language, or the one before, in the settings, below the games to watch on the first screen. */
    async chooseLanguage(title, key) {
        await this.press('ArrowUp', 'Enter');
        await this.see(title);
        await this.press('ArrowDown', key);
    }

    /** The button that answers a question in the middle of a game, on a phone. */
    answer() {
        return this.page.locator('#keys div button', { hasText: /^(play it|go on)$/ });
    }

    /** Presses keys, named as playwright does. */
    async press(...keys) {
        for (const key of keys) {
            await this.page.keyboard.press(key);
        }
    }

    /** The middle of a cell of the screen, in pixels. */
    cell(column, row) {
        return this.page.evaluate(([column, row]) => {
            const { term } = window.reversi;
            const { left, top, width, height } = document.querySelector('.xterm-screen').getBoundingClientRect();
            return { x: left + (column + 0.5) * width / term.cols, y: top + (row + 0.5) * height / term.rows };
        }, [column, row]);
    }

    /** Where a text begins on the screen. */
    async find(text) {
        const rows = (await this.see(text)).split('\n');
        const row = rows.findIndex((line) => line.includes(text));
        return [rows[row].indexOf(text), row];
    }

    /** Waits until the page itself says something over the screen, and returns it. */
    async hear(wanted, seconds = 20) {
        let text = '';
        for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
            text = await this.said();
            if (wanted.test(text)) {
                return text;
            }
            await new Promise((resolve) => setTimeout(resolve, 100));
        }
        throw new Error(`the page does not say ${wanted}, but: ${text}\n${this.faults.join('\n')}`);
    }

    /** The middle of a square of the board, in pixels: where its file and its rank are written, at every size. */
    async square(name) {
        const rows = (await this.see(/a +b +c/)).split('\n');
        const letters = rows.find((line) => /a +b +c/.test(line));
        const left = letters.search(/a +b +c/);
        const rank = rows.findIndex((line) => line.slice(0, left + 1).trim().startsWith(name[1]));
        return this.cell(left + (name.charCodeAt(0) - 97) * (letters.indexOf('b', left) - left), rank);
    }

    async tap(text) {
        const { x, y } = await this.cell(...await this.find(text));
        await this.page.touchscreen.tap(x, y);
    }
}
