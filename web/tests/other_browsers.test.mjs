// The page in Firefox and in WebKit, as Debian has them: the first screen, a move that is answered, a hint, a reload, the
// browser's theme, a start without a server.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { serve } from './browser.mjs';

const isBuilt = existsSync(fileURLToPath(new URL('../dist/index.html', import.meta.url)));
const FIREFOX = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => path && existsSync(path));
const LIBRARIES = '/usr/lib/x86_64-linux-gnu';
const WEBKIT = existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb') && existsSync(LIBRARIES)
    && readdirSync(LIBRARIES).map((name) => `${LIBRARIES}/${name}/MiniBrowser`).find((path) => existsSync(path));

/** The text of the screen, or what the page says instead. */
const SCREEN = `(() => {
    const { term } = window.reversi ?? {};
    const row = (_, at) => term.buffer.active.getLine(at)?.translateToString(true) ?? '';
    return term
        ? Array.from({ length: term.rows }, row).join('\\n')
        : ['loading', 'message-text'].map((id) => document.getElementById(id)?.textContent).join(' ');
})()`;
const FITS = `['.xterm-screen', '#terminal'].map((part) => document.querySelector(part).getBoundingClientRect())
    .map(({ right, bottom }) => [right, bottom])`;

/** The theme of the screen and that of the browser. */
const THEMES = `[document.documentElement.className, matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light']`;
/** Whether the browser has kept as many files as the service worker names, without those of other languages. */
const IS_KEPT = `Promise.all([fetch('sw.js').then((answer) => answer.text()), caches.open('files').then((cache) => cache.keys())])
    .then(([text, kept]) => kept.length === text.match(/^ +'(?!lang\\/).*': \\["\\w{64}"/gm).length)`;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Tries again until something works, for ten seconds. */
async function patiently(action) {
    for (let tries = 1; ; tries++) {
        try {
            return await action();
        } catch (error) {
            if (tries === 100) {
                throw error;
            }
            await pause(100);
        }
    }
}

/** What a test does with a browser, by the commands of WebDriver: each is sent by `call`. */
const browserOf = (call, close) => ({
    visit: (url) => call('Navigate', { url }),
    evaluate: (expression) => call('ExecuteScript', { script: `return ${expression}`, args: [] }),
    async type(text) {
        const field = await call('FindElement', { using: 'css selector', value: '.xterm-helper-textarea' });
        await call('ElementSendKeys', { id: Object.values(field)[0], text: text === 'Enter' ? '\ue007' : text });
    },
    close,
});

/** Firefox by the protocol that it has built in, Marionette: messages with their length before them. */
async function firefox() {
    const profile = mkdtempSync(join(tmpdir(), 'reversi-firefox-'));
    // Dark, as WebKit is light here.
    writeFileSync(join(profile, 'user.js'), 'user_pref("layout.css.prefers-color-scheme.content-override", 0);\n');
    const program = spawn(FIREFOX, ['--headless', '--marionette', '--no-remote', '--profile', profile, '--width', '1000', '--height', '740']);
    const PORT = 2828;
    const socket = await patiently(() => new Promise((resolve, reject) => {
        const socket = connect(PORT, '127.0.0.1', () => resolve(socket));
        socket.once('error', reject);
    }));
    let come = Buffer.alloc(0);
    const waiting = new Map();
    socket.on('data', (data) => {
        come = Buffer.concat([come, data]);
        for (let colon = come.indexOf(':'); colon > 0; colon = come.indexOf(':')) {
            const end = colon + 1 + Number(come.subarray(0, colon));
            if (come.length < end) {
                return;
            }
            const message = JSON.parse(come.subarray(colon + 1, end));
            come = come.subarray(end);
            // The first one is a greeting.
            Array.isArray(message) && waiting.get(message[1])(message);
        }
    });
    let number = 0;
    const call = async (command, parameters) => {
        const message = JSON.stringify([0, ++number, `WebDriver:${command}`, parameters]);
        const answered = new Promise((resolve) => waiting.set(number, resolve));
        socket.write(`${Buffer.byteLength(message)}:${message}`);
        const [, , error, result] = await answered;
        assert.ok(!error, JSON.stringify(error));
        return result && 'value' in result ? result.value : result;
    };
    await call('NewSession', {});
    return browserOf(call, async () => {
        const ended = new Promise((resolve) => program.once('exit', resolve));
        program.kill();
        await ended;
        rmSync(profile, { recursive: true, force: true });
    });
}

/** WebKit by its driver, with the memory between threads that Debian's has turned off. */
async function webkit() {
    const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1200x900x24']);
    const number = await new Promise((resolve) => display.stdout.once('data', (data) => resolve(String(data).trim())));
    const driver = spawn('WebKitWebDriver', ['--port=4477'], { env: { ...process.env, DISPLAY: `:${number}`, JSC_useSharedArrayBuffer: '1',
        LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' } });
    const send = async (method, path, body) => {
        const answer = await fetch(`http://127.0.0.1:4477${path}`, { method, body: body && JSON.stringify(body) });
        const { value } = await answer.json();
        assert.ok(!value?.error, JSON.stringify(value));
        return value;
    };
    await patiently(() => send('GET', '/status'));
    const asked = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: WEBKIT, args: ['--automation'] } };
    const { sessionId } = await send('POST', '/session', { capabilities: { alwaysMatch: asked } });
    const PATHS = { Navigate: () => 'url', ExecuteScript: () => 'execute/sync', FindElement: () => 'element',
        ElementSendKeys: ({ id }) => `element/${id}/value` };
    const call = (command, parameters) => send('POST', `/session/${sessionId}/${PATHS[command](parameters)}`, parameters);
    return browserOf(call, async () => {
        await send('DELETE', `/session/${sessionId}`);
        driver.kill();
        display.kill();
    });
}

for (const [name, open, path, theme] of [['Firefox', firefox, FIREFOX, 'dark'], ['WebKit', webkit, WEBKIT, 'light']]) {
    const skip = !path ? `${name} is not installed` : !isBuilt && 'web/dist is missing: run web/build';
    describe(`the page in ${name}`, { skip }, () => {
        let server;
        let browser;

        before(async () => {
            server = await serve();
            browser = await open();
        });

        after(async () => {
            await browser?.close();
            server?.close();
        });

        async function see(wanted) {
            let text = '';
            for (const end = Date.now() + 90_000; Date.now() < end;) {
                // The page may be loading again.
                text = await browser.evaluate(SCREEN).catch(String);
                if (wanted.test(text)) {
                    return text;
                }
                await pause(200);
            }
            throw new Error(`no ${wanted} in ${name}:\n${text}`);
        }

        test('a game is begun, answered, helped with and continued, on a screen that is not cut', async () => {
            await browser.visit(server.address);
            await see(/Play/);
            const [screen, room] = await browser.evaluate(FITS);
            assert.ok(screen[0] <= room[0] + 0.5 && screen[1] <= room[1] + 0.5, `${screen} in ${room}`);
            await browser.type('Enter');
            await see(/Your move/);
            await browser.type('f5');
            await see(/1 +f5 +([\d.]+s +)?[a-h][1-8]/);
            await browser.type('k');
            await see(/Hint|is best|Enter plays/);
            await browser.visit(server.address);
            await see(/Continue/);
        });

        test(`the screen has the browser's theme from the start, which is ${theme}`, async () => {
            assert.deepEqual(await browser.evaluate(THEMES), [theme, theme]);
        });

        test('the page is kept, and plays without a server', async () => {
            for (const end = Date.now() + 90_000; !await browser.evaluate(IS_KEPT); await pause(200)) {
                assert.ok(Date.now() < end, 'not all files are kept');
            }
            server.close();
            await browser.visit(server.address);
            await see(/Continue/);
            await browser.type('Enter');
            await see(/Your move/);
            await browser.type('k');
            await see(/Hint|is best|Enter plays/);
        });
    });
}
