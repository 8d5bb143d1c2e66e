// The page when something is not as it should be: a window that turns, a browser that keeps nothing, a file that is
// missing, a network that dies, a browser that is too old, a start that fails.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, statSync, writeFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { FAST, Person, browserPath, launch, newVersion, serve } from './browser.mjs';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const isBuilt = existsSync(file('../dist/index.html'));
const skip = !browserPath ? 'Chromium is not installed' : !isBuilt && 'web/dist is missing: run web/build';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const MODULE = 'reversi.wasm.gz';
const JAPANESE = 'lang/ja.bin';
const JAPANESE_IS_KEPT = async () => (await (await caches.open('files')).keys()).some(({ url }) => url.endsWith('/lang/ja.bin'));
const ISOLATED = () => ({ 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' });

describe('the page with faults', { skip }, () => {
    let browser;
    let phones;
    let stalled;
    const servers = [];

    before(async () => {
        [browser, phones] = await Promise.all([launch(), launch(PHONE.deviceScaleFactor)]);
        // They wait for a network that is silent, while the other tests run.
        stalled = [visit({ stall: [MODULE] }), visit({ headers: ISOLATED, missing: ['sw.js'], stall: [MODULE] })].map(async (visited) => {
            const person = await visited;
            await person.hear(/Loading the game: \d\.\d of \d\.\d MB/);
            return person;
        });
        await Promise.all(stalled);
    });

    after(async () => {
        await Promise.all([browser?.close(), phones?.close()]);
        servers.forEach((server) => server.close());
    });

    async function visit(faults = {}, options = {}) {
        const server = await serve(faults);
        servers.push(server);
        const person = await Person.arrive(options.isMobile ? phones : browser, server.address, options);
        person.server = server;
        return person;
    }

    /** Asks for a hint with a key, and plays it with a click. */
    async function playHint(person, hint) {
        await person.see('Your move');
        await hint();
        const [, square] = (await person.see(HINT)).match(HINT);
        return { square, ...await person.square(square) };
    }

    const HINT = /(?:Enter plays|Hint:) ([a-h][1-8])/;
    const SIZES = [[1000, 640], [500, 640], [1000, 640], [640, 400], [1280, 800], [420, 700], [1000, 640]];

    test('after each of seven sizes a key and a square are where they are shown', async () => {
        const person = await visit({}, FAST);
        await person.see('Play');
        await person.press('Enter');
        for (const [width, height] of SIZES) {
            await person.page.setViewportSize({ width, height });
            await person.page.waitForFunction(() => {
                const { term } = window.reversi;
                const { width } = document.querySelector('.xterm-screen').getBoundingClientRect();
                return width > innerWidth * 0.9 && width <= innerWidth && term.buffer.active.baseY === 0;
            });
            const { square, x, y } = await playHint(person, async () => {
                const key = await person.cell(...await person.find('hint'));
                await person.page.mouse.click(key.x, key.y);
            });
            await person.page.mouse.click(x, y);
            await person.page.waitForFunction((played) => new RegExp(played).test(document.getElementById('spoken').textContent),
                `You play ${square}.*White plays`, { timeout: 20_000 }).catch(async () => {
                assert.fail(`${square} was not played at ${width}x${height}:\n${await person.text()}`);
            });
        }
        assert.deepEqual(person.faults, []);
    });

    test('a phone that is turned and turned back shows the same rows', async () => {
        const person = await visit({}, PHONE);
        await person.tap('Play');
        await person.see('Your move');
        const before = await person.text();
        for (const [width, height] of [[844, 390], [390, 844], [844, 390], [390, 844]]) {
            await person.page.setViewportSize({ width, height });
            await person.page.waitForFunction((most) => {
                const { height } = document.querySelector('.xterm-screen').getBoundingClientRect();
                return height > most / 2 && height <= most;
            }, height);
            await person.see('Your move');
        }
        for (const end = Date.now() + 5000; await person.text() !== before && Date.now() < end;) {
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
        assert.equal(await person.text(), before);
        assert.deepEqual(person.faults, []);
    });

    test('what a browser does not keep is said, on the screen as well', async () => {
        const denied = 'Object.defineProperty(self, "indexedDB", { get() { throw new DOMException("denied", "SecurityError"); } });\n';
        const person = await visit({ change: { 'disk.js': (text) => denied + text } });
        await person.see('Play');
        await person.press('Enter');
        await person.see('Your move');
        await person.press('d', '3');
        await Promise.all([person.hear(/keeps nothing for this page/), person.see(/[Cc]annot (save|write)|not saved/)]);
        assert.deepEqual(person.faults, []);
    });

    test('a file that could not be written is kept and written when there is room again', async () => {
        const full = `{
            let isFull = true;
            new BroadcastChannel('room').onmessage = () => { isFull = false; };
            const put = IDBObjectStore.prototype.put;
            IDBObjectStore.prototype.put = function (...what) {
                if (isFull) { throw new DOMException('full', 'QuotaExceededError'); }
                return put.apply(this, what);
            };
        }\n`;
        const person = await visit({ change: { 'disk.js': (text) => full + text } });
        await person.see('Play');
        await person.press('Enter');
        await person.see('Your move');
        await person.press('d', '3');
        await person.hear(/no room left/);
        await person.page.evaluate(() => new BroadcastChannel('room').postMessage('there is'));
        await person.page.waitForFunction(() => document.getElementById('notice').hidden, null, { timeout: 15_000 });
        const kept = await person.page.evaluate(() => new Promise((resolve) => {
            const request = indexedDB.open('reversi');
            request.onsuccess = () => {
                const keys = request.result.transaction('files').objectStore('files').getAllKeys();
                keys.onsuccess = () => resolve(keys.result);
            };
        }));
        assert.ok(kept.some((path) => path.startsWith('/reversi/') && path.length > 10), `${kept}`);
        assert.deepEqual(person.faults, []);
    });

    for (const missing of ['start.js', 'message.js', 'page.js', 'sw.js', 'thread.js', MODULE, 'xterm/xterm.js']) {
        test(`a sentence says that ${missing} is missing`, async () => {
            const person = await visit({ missing: [missing] });
            await person.hear(/could not be loaded|does not let the page keep its files/);
        });
    }

    test('a network that dies in the middle is waited for so long, and the page says how far it came', async () => {
        const person = await stalled[0];
        await person.hear(new RegExp(`${MODULE} does not load any further. Check the network`), 40);
    });

    test('a server that unpacks the module itself, or calls it something else, does no harm', async () => {
        const headers = (name) => name.endsWith('.gz') ? { 'Content-Encoding': 'gzip', 'Content-Type': 'text/html' } : {};
        const person = await visit({ headers });
        await person.see('Play');
        assert.deepEqual(person.faults, []);
    });

    test('a server that isolates the page needs no service worker', async () => {
        const person = await visit({ headers: ISOLATED, missing: ['sw.js'] });
        await person.see('Play');
    });

    test('without a service worker a missing or a wrong module is named, too', async () => {
        const person = await visit({ headers: ISOLATED, missing: ['sw.js', MODULE] });
        await person.hear(/reversi\.wasm\.gz could not be loaded \(404\)/);
        const other = await visit({ headers: ISOLATED, missing: ['sw.js'], change: { [MODULE]: () => '<!doctype html>' } });
        await other.hear(/sends something else instead of reversi\.wasm\.gz/);
        await (await stalled[1]).hear(/does not load any further/, 40);
    });

    test('the first screen comes before the weights of the engine, which are waited for', async () => {
        const person = await visit({ stall: ['weights.bin'] });
        await person.see('Play');
        await person.page.waitForFunction(() => /^Loading: \d\.\d of \d\.\d MB$/.test(document.getElementById('engine').textContent));
        assert.ok(person.server.bytesSent() > 2e6, `${person.server.bytesSent()} bytes`);
        const missing = ['weights.bin'];
        const other = await visit({ missing });
        await other.see('Play');
        await other.hear(/The engine could not be loaded/);
        await other.press('Enter');
        await other.see('Your move');
        await other.press('k');
        await other.see('The engine is loading.');
        await other.press('m', 'd', '3');
        await other.see('d3');
        assert.doesNotMatch(await other.text(), /thinking|Looking for/);
        missing.length = 0;
        await other.see(/1 +d3 +([\d.]+s +)?[a-h][1-8]/);
        await other.page.waitForFunction(() => document.getElementById('notice').hidden);
    });

    test('the weights are kept for a page without a network', async () => {
        const person = await visit();
        await person.see('Play');
        await person.kept();
        assert.equal(person.server.sent['weights.bin'], 1);
        await person.page.reload();
        await person.see('Play');
        await person.press('Enter', 'k');
        await person.see(HINT);
        assert.equal(person.server.sent['weights.bin'], 1);
    });

    const language = (person) => person.page.evaluate(() => document.documentElement.lang);

    test('an English browser loads no other language until it is chosen, and then keeps it for a page without a network', async () => {
        const person = await visit();
        await person.see('Play');
        await person.kept();
        const { sent } = person.server;
        assert.equal(sent[JAPANESE], undefined);
        await person.chooseLanguage('Language', 'ArrowRight');
        await person.see('言語');
        assert.equal(await language(person), 'ja');
        assert.equal(sent[JAPANESE], 1);
        await person.until(JAPANESE_IS_KEPT);
        // What is said to be no network does not hold for a service worker.
        person.server.close();
        await person.page.reload();
        assert.doesNotMatch(await person.see('対局'), /Play/);
        assert.deepEqual(person.faults, []);
    });

    for (const [who, options] of Object.entries({
        'a Japanese browser': { locale: 'ja-JP' },
        'a person who has chosen Japanese': { settings: 'language = "ja"' },
    })) {
        test(`the first screen of ${who} is Japanese`, async () => {
            const person = await visit({}, options);
            await person.see('対局');
            // All that the screens have said since the first.
            const spoken = await person.page.evaluate(() => [...document.querySelectorAll('#spoken p')].map((line) => line.textContent));
            assert.ok(spoken.length > 0);
            assert.deepEqual(spoken.filter((text) => !/[ぁ-ん]/.test(text)), []);
            assert.equal(person.server.sent[JAPANESE], 1);
            await person.until(JAPANESE_IS_KEPT);
        });
    }

    test('Japanese that has come before the service worker is kept, too', async () => {
        const late = "addEventListener('install', (event) => event.waitUntil(new Promise((resolve) => setTimeout(resolve, 5000))));\n";
        const person = await visit({ headers: ISOLATED, change: { 'sw.js': (text) => late + text } }, { locale: 'ja-JP' });
        await person.see('対局');
        assert.ok(!await person.page.evaluate(JAPANESE_IS_KEPT));
        await person.kept();
        await person.until(JAPANESE_IS_KEPT);
    });

    test('a language that does not come leaves the screens English, which the page says, until it comes', async () => {
        const missing = [JAPANESE];
        const person = await visit({ missing });
        await person.see('Play');
        await person.chooseLanguage('Language', 'ArrowRight');
        await person.hear(/The language could not be loaded/);
        assert.match(await person.text(), /Settings/);
        assert.equal(await language(person), 'en');
        missing.length = 0;
        assert.doesNotMatch(await person.see('言語'), /Settings/);
        await person.until(() => document.getElementById('notice').hidden && document.documentElement.lang === 'ja');
        // A server that answers with a page for each file, and a network that is silent.
        const lacking = [{ change: { [JAPANESE]: () => '<!doctype html>' } }, { stall: [JAPANESE] }].map(async (faults) => {
            const other = await visit(faults, { locale: 'ja-JP' });
            assert.doesNotMatch(await other.see('Play'), /[ぁ-ん]/);
            assert.equal(await language(other), 'en');
            await other.hear(/日本語のテキストを読み込めない|The language could not be loaded/, 40);
        });
        await Promise.all(lacking);
    });

    test('an update brings a language that is kept, too', async () => {
        const change = {};
        const person = await visit({ change }, { locale: 'ja-JP' });
        await person.see('対局');
        await person.kept();
        const { sent } = person.server;
        const before = { ...sent };
        const bytes = (text) => Buffer.from(text).toString('latin1');
        Object.assign(change, newVersion({ [JAPANESE]: (text) => text.replaceAll(bytes('対局'), bytes('対極')) }));
        await person.page.reload();
        await person.see('対局');
        await person.until(async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting));
        person.server.close();
        await person.page.reload();
        await person.see('対極');
        assert.deepEqual(Object.keys(sent).filter((name) => sent[name] !== before[name]).sort(), [JAPANESE, 'sw.js']);
    });

    test('an update fetches only what has changed, and the page works without a network all the time', async () => {
        const change = {};
        const person = await visit({ change });
        await person.see('Play');
        await person.press('Enter');
        await person.see('Your move');
        await person.press('d', '3');
        await person.see(/1\s+d3\s+[a-h][1-8]/);
        await person.kept();
        const { sent } = person.server;
        const before = { ...sent };
        Object.assign(change, newVersion({ 'page.js': (text) => `document.body.dataset.version = 'newer';\n${text}` }));
        const version = () => person.page.evaluate(() => document.body.dataset.version);
        await person.page.reload();
        await person.see('Continue');
        assert.equal(await version(), undefined, 'the old version runs while the new one comes');
        await person.until(async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting));
        await person.context.setOffline(true);
        await person.page.reload();
        await person.see('Continue');
        assert.equal(await version(), 'newer');
        await person.press('Enter');
        await person.see('Your move');
        await person.press('k');
        await person.see(HINT);
        const changed = Object.keys(sent).filter((name) => sent[name] !== before[name]).sort();
        assert.deepEqual(changed, ['page.js', 'sw.js']);
        assert.deepEqual(person.faults, []);
    });

    test('a version that does not come whole leaves the old one as it is', async () => {
        const change = {};
        const person = await visit({ change });
        await person.see('Play');
        await person.kept();
        Object.assign(change, newVersion({ 'page.js': (text) => `${text}\n// newer` }));
        // The server still has the old file, as in the middle of an installation.
        change['page.js'] = (text) => text;
        const tried = await person.page.evaluate(async () => {
            const registration = await navigator.serviceWorker.getRegistration();
            const found = new Promise((resolve) => { registration.onupdatefound = () => resolve(registration.installing); });
            await registration.update();
            const worker = await found;
            await new Promise((resolve) => { worker.onstatechange = resolve; });
            return worker.state;
        });
        assert.equal(tried, 'redundant');
        await person.context.setOffline(true);
        await person.page.reload();
        await person.see('Play');
        await person.press('Enter', 'k');
        await person.see(HINT);
    });

    test('a worker that does not load is started again', async () => {
        // WebKit does so when it starts several at once.
        const person = await visit({}, { prepare: () => {
            const { Worker } = window;
            let count = 0;
            window.Worker = class {
                constructor(file, options) {
                    const fails = /^(disk|thread)/.test(file) && count++ % 2 === 0;
                    return new Worker(fails ? `missing-${file}` : file, options);
                }
            };
        } });
        await person.see('Play');
        await person.press('Enter', 'k');
        await person.see(HINT);
    });

    const OLD = {
        DecompressionStream: () => { delete window.DecompressionStream; },
        'modules in workers': () => {
            const { Worker } = window;
            window.Worker = class { constructor(address) { return new Worker(address); } };
        },
        SIMD: () => { WebAssembly.validate = () => false; },
        'share memory': () => { delete window.SharedArrayBuffer; },
        'service worker': () => { navigator.serviceWorker.register = () => Promise.reject(new Error('refused')); },
        'secure address': () => { Object.defineProperty(navigator, 'serviceWorker', { value: undefined }); },
    };
    for (const [lacks, prepare] of Object.entries(OLD)) {
        test(`a browser without ${lacks} gets a sentence`, async () => {
            const person = await visit({}, { prepare });
            assert.match(await person.hear(new RegExp(lacks)), /^[A-Z].*\./);
        });
    }

    test('a start that fails is no farewell', async () => {
        const person = await visit({ change: { 'page.js': (text) => text.replace("'--motion'", "'--nothing'") } });
        const said = await person.hear(/could not start/);
        assert.match(said, /wrong arguments/);
    });

    test('on a first visit each file travels once, except the few before the service worker', async () => {
        const person = await visit();
        await person.see('Play');
        const twice = Object.entries(person.server.sent).filter(([, count]) => count > 1).map(([name]) => name);
        assert.deepEqual(twice.filter((name) => !['index.html', 'start.js', 'message.js', 'module.js', 'words.js', 'style.css', 'icon.svg', 'sw.js',
            'manifest.webmanifest'].includes(name)), []);
        const names = readdirSync(file('../dist'), { recursive: true }).filter((name) => !/\.br$|\.(?!wasm)\w+\.gz$/.test(name));
        const files = names.map((name) => statSync(join(file('../dist'), name)));
        const all = files.filter((found) => found.isFile()).reduce((sum, found) => sum + found.size, 0);
        assert.ok(person.server.bytesSent() < 1.01 * all, `${person.server.bytesSent()} bytes of ${all}`);
    });
});

test('web/build says what is missing before it compiles', () => {
    const folder = mkdtempSync(join(tmpdir(), 'reversi-build-'));
    for (const name of ['rustc', 'cargo']) {
        // A compiler without the target; a build would fail aloud.
        writeFileSync(join(folder, name), '#!/bin/sh\nexit 1\n');
        chmodSync(join(folder, name), 0o755);
    }
    const built = spawnSync('bash', [file('../build')], { env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } });
    assert.equal(built.status, 1);
    assert.match(String(built.stderr), /rustup target add wasm32-wasip1-threads/);
});
