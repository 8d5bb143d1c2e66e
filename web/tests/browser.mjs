// What the tests of the page share: a server, a browser, and a person at the page.

import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const BROWSERS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const TYPES = { '.html': 'text/html', '.mjs': 'text/javascript', '.js': 'text/javascript', '.css': 'text/css',
    '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };

export const browserPath = BROWSERS.find((path) => path && existsSync(path));

/** Serves the page as any static server would: without special headers. Returns its address. */
export async function serve() {
    const server = createServer(async ({ url }, response) => {
        const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
        const file = join(DIST, path === '/' ? 'index.html' : path);
        try {
            const bytes = await readFile(file);
            response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
            response.end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Starts a browser on a screen with this many device pixels for a pixel. */
export const launch = (scale = 1) => chromium.launch({
    executablePath: browserPath,
    args: [`--force-device-scale-factor=${scale}`, '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync'],
});

/** A person at a page of their own browser profile. */
export class Person {
    static async arrive(browser, address, options = {}) {
        const context = options.context ?? await browser.newContext({ viewport: { width: 1000, height: 640 }, ...options });
        const person = new Person();
        person.context = context;
        person.faults = [];
        person.page = await context.newPage();
        person.page.on('console', (message) => message.type() === 'error' && person.faults.push(message.text()));
        person.page.on('pageerror', (error) => person.faults.push(String(error)));
        await person.page.goto(address);
        return person;
    }

    /** The text of the screen. */
    text() {
        return this.page.evaluate(() => {
            const buffer = window.reversi?.term.buffer.active;
            const rows = Array.from({ length: window.reversi?.term.rows ?? 0 }, (_, row) =>
                buffer.getLine(row)?.translateToString(true) ?? '');
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
        throw new Error(`no ${wanted} on the screen:\n${text}\n${this.faults.join('\n')}`);
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

    async tap(text) {
        const { x, y } = await this.cell(...await this.find(text));
        await this.page.touchscreen.tap(x, y);
    }
}
