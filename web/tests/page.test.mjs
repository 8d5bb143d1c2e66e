// The page in a real browser: `npm test` in web/, after `web/build`. Without a browser or without the page the tests
// are skipped, aloud.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { FAST, Person, browserPath, launch, serve } from './browser.mjs';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const isBuilt = existsSync(file('../dist/index.html'));
const skip = !browserPath ? 'Chromium is not installed' : !isBuilt && 'web/dist is missing: run web/build';
/** The terminal program's own frames, from the same source compiled for this machine. */
const native = process.env.REVERSI_WEB_NATIVE ?? file('../../target/debug/reversi-web');

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
/** A screen of 80 columns and 24 rows. */
const CLASSIC = { viewport: { width: 800, height: 512 } };
const RESULT = /You win|You lose|A draw|wins by|\bDraw\b/;
/** A game from the start to a wipe-out, after which nothing is thought about. */
const WIPE_OUT = 'e6f4e3f6g5d6e7f5c5';

describe('the page', { skip }, () => {
    let server;
    let browser;
    let phones;

    before(async () => {
        server = await serve();
        [browser, phones] = await Promise.all([launch(), launch(PHONE.deviceScaleFactor)]);
    });

    after(async () => {
        await Promise.all([browser?.close(), phones?.close()]);
        server?.close();
    });

    const arrive = (query = '', options = {}) => Person.arrive(browser, server.address + query, options);

    const HINT = /(?:Enter plays|Hint:) ([a-h][1-8])/;
    const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
    /** Whether the screen asks something, which a phone answers with buttons of their own. */
    const asks = async (person) => /play it|Press any key\./.test(await person.text()) || await person.answer().count() > 0;

    /** Starts a game against the computer from the first screen. */
    async function begin(person) {
        await person.see('Play');
        await person.press('Enter');
        await person.see('Your move');
    }

    /** The first move of a game and its answer, as the list of moves has them. */
    const FIRST_MOVES = /1\s+d3\s+[a-h][1-8]/;

    async function playFirstMove(person) {
        await begin(person);
        await person.press('d', '3');
        await person.see(FIRST_MOVES);
    }

    /** Plays five hinted moves, then what is said first of the legal moves, up to the end of the game. */
    async function playOut(person, hint, play, insist) {
        let hints = 5;
        let known = '';
        const legal = () => person.page.evaluate(() =>
            [...document.getElementById('spoken').textContent.matchAll(/You \(\w+\) to move: ([a-h1-8 ]+)/g)].at(-1)?.[1] ?? '');
        const hinted = async () => {
            await hint();
            const [, square] = (await person.see(HINT)).match(HINT);
            known = await legal();
            return square;
        };
        const named = async () => {
            const last = known;
            for (const end = Date.now() + 60_000; known === last; known = await legal()) {
                assert.ok(Date.now() < end, `nothing says what is legal after ${last}`);
                await pause();
            }
            return known.slice(0, 2);
        };
        // A narrow screen that says that the game is casual has no room for it.
        const empty = (text) => {
            const [, own, other] = text.match(/ you +(\d+)\n.* level \d+ +(\d+)/) ?? [];
            return Number(text.match(/(\d+) empty/)?.[1] ?? 64 - own - other);
        };
        for (let left = 61, end = Date.now() + 180_000; Date.now() < end;) {
            const text = await person.text();
            if (RESULT.test(text)) {
                return text;
            }
            if (await asks(person)) {
                // The coach asks, or somebody passes.
                await insist();
                // Another question may come at once: it is answered, too.
                for (const patience = Date.now() + 5_000; await asks(person) && Date.now() < patience;) {
                    await pause();
                }
                continue;
            }
            if (!text.includes('Your move.') || empty(text) >= left) {
                // The answer to the last move is still to come.
                await pause();
                continue;
            }
            left = empty(text);
            const isHinted = hints-- > 0;
            await play(await (isHinted ? hinted() : named()), isHinted);
        }
        return assert.fail(`the game has not ended:\n${await person.text()}`);
    }

    test('it speaks the first language of the browser that it knows, and another that is chosen, in the page, too', async () => {
        const person = await arrive('', { locale: 'ja-JP' });
        await person.see('対局');
        const page = () => person.page.evaluate(() => [document.documentElement.lang, document.getElementById('menu').textContent]);
        assert.deepEqual(await page(), ['ja', 'メニュー']);
        await person.chooseLanguage('言語', 'ArrowLeft');
        await person.see('Language');
        await person.until(() => document.documentElement.lang === 'en');
        assert.deepEqual(await page(), ['en', 'Menu']);
        await person.context.close();
    });

    test('a game against the computer is played to its end with keys', async () => {
        const person = await arrive('', FAST);
        await begin(person);
        await playOut(person, () => person.press('k'), (square, isHinted) => person.press(...isHinted ? ['Enter'] : square), () => person.press('Enter'));
        assert.deepEqual(person.faults, []);
    });

    test('a game goes on where it was after a reload in the middle', async () => {
        const person = await arrive();
        await playFirstMove(person);
        await person.page.reload();
        await person.see('Continue');
        await person.press('Enter');
        await person.see(FIRST_MOVES);
        assert.deepEqual(person.faults, []);
    });

    test('a phone shows the board as wide as the page, and taps play', async () => {
        const person = await Person.arrive(phones, server.address, { ...PHONE, ...FAST });
        await person.tap('Play');
        await person.see('Your move');
        const [left] = await person.find('a   b   c');
        assert.ok(left <= 8, `the board begins at column ${left}`);
        const key = (label) => person.page.locator('#keys button', { hasText: new RegExp(`^${label}$`) }).tap();
        await playOut(person, () => key('hint'), async (square) => {
            const { x, y } = await person.square(square);
            await person.page.touchscreen.tap(x, y);
        }, () => person.answer().tap({ timeout: 5000 }).catch(async (error) => {
            // The coach may have taken the question back.
            assert.equal(await person.answer().count(), 0, error);
        }));
        assert.equal(await person.page.evaluate(() => document.querySelector('textarea').inputMode), 'none');
        assert.deepEqual(person.faults, []);
    });

    test('a link shows a game, and what cannot be read is explained', async () => {
        const person = await arrive('?game=f5d6c3d3c4');
        const text = await person.see('Analyse');
        assert.match(text, /f5/);
        const other = await arrive('?game=f5f6g7');
        await other.see('g7');
        assert.deepEqual([...person.faults, ...other.faults], []);
    });

    test('the screen is the one of the terminal program, cell by cell', { skip: !existsSync(native) && `${native} is missing` }, async () => {
        const person = await arrive(`?game=${WIPE_OUT}`, CLASSIC);
        await person.see('Analyse');
        const home = mkdtempSync(join(tmpdir(), 'reversi-'));
        const program = spawn(native, ['--size', '80x24', '--theme', 'light', '--text', WIPE_OUT], { env: { ...process.env, REVERSI_HOME: home, TZ: 'UTC' } });
        const chunks = [];
        program.stdout.on('data', (chunk) => chunks.push(chunk));
        const cells = (output) => person.page.evaluate(async (output) => {
            const Terminal = window.reversi.term.constructor;
            const term = output === null ? window.reversi.term : new Terminal({ cols: 80, rows: 24, allowProposedApi: true });
            output !== null && await new Promise((resolve) => term.write(output, resolve));
            return Array.from({ length: 24 }, (_, row) => Array.from({ length: 80 }, (_, column) => {
                const cell = term.buffer.active.getLine(row).getCell(column);
                const sign = cell.getChars().trim();
                // The colour of a sign that is not there cannot be seen.
                return `${sign} ${sign && cell.getFgColor()} ${cell.getBgColor()} ${cell.isBold()}`;
            }).join('|'));
        }, output);
        let [page, terminal] = [[], ['']];
        for (let i = 0; i < 100 && JSON.stringify(page) !== JSON.stringify(terminal); i++) {
            await new Promise((resolve) => setTimeout(resolve, 100));
            terminal = await cells(Buffer.concat(chunks).toString());
            page = await cells(null);
        }
        program.kill();
        const differ = page.flatMap((row, y) => row.split('|').map((cell, x) => [y + 1, x + 1, cell, terminal[y].split('|')[x]])
            .filter(([, , ours, theirs]) => ours !== theirs));
        assert.deepEqual(differ, []);
        assert.deepEqual(person.faults, []);
    });

    test('a review finds the mistakes of a pasted game', async () => {
        const person = await arrive();
        await person.see('Play');
        const game = 'f5d6c3d3c4f4c5b3c2e3d2c6b4a3g3g4f3c1b5f2e2a4e1b6a6a5a2g1e7d7d8e6g6g5a7c8b8e8f8c7f6h4d1f1b2h7h5h6h2f7g7h3g8h1g2b7b1a1';
        await person.page.evaluate((text) => window.reversi.term.paste(text), game);
        await person.see('Review');
        await person.see(/proven from \d+/, 200);
        await person.see('blunders');
        assert.deepEqual(person.faults, []);
    });

    test('a puzzle asks its question', async () => {
        const person = await arrive();
        await person.see('Train');
        await person.press('ArrowDown', 'ArrowDown', 'Enter');
        await person.see('Puzzles');
        await person.press('Enter');
        await person.press('Enter');
        await person.see(/to move|Find|win/, 120);
        assert.deepEqual(person.faults, []);
    });

    test('two tabs do not write the same files: the game goes on in one of them', async () => {
        const first = await arrive();
        await playFirstMove(first);
        const second = await arrive('', { context: first.context });
        await second.page.click('#message-button');
        await second.see('Continue');
        await first.page.waitForSelector('text=The game goes on in another tab.');
        await second.press('Enter');
        await second.see(FIRST_MOVES);
        assert.deepEqual(second.faults, []);
    });

    test('a backup brings the game to another browser', async () => {
        const person = await arrive();
        await playFirstMove(person);
        const [download] = await Promise.all([person.page.waitForEvent('download'), person.page.click('#backup')]);
        const other = await arrive();
        await other.see('Play');
        await other.page.setInputFiles('#backup-file', await download.path());
        await other.page.click('#message-button');
        await other.see('Continue');
        await other.press('Enter');
        await other.see(FIRST_MOVES);
        await other.page.setInputFiles('#backup-file', fileURLToPath(import.meta.url));
        await other.page.waitForSelector('text=is no backup of this page');
        assert.deepEqual([...person.faults, ...other.faults], []);
    });

    test('a file of the disk is opened, and a saved game is a download', async () => {
        const person = await arrive();
        await person.see('Play');
        const game = { name: 'my game.txt', mimeType: 'text/plain', buffer: Buffer.from('f5d6c3d3c4') };
        await person.page.setInputFiles('#file', game);
        await person.see(/5 moves/);
        await person.press('s');
        await person.see('Save');
        const [download] = await Promise.all([person.page.waitForEvent('download'), person.press('Enter')]);
        assert.match(download.suggestedFilename(), /\.\w+$/);
        assert.deepEqual(person.faults, []);
    });

    test('without a network the page still starts', async () => {
        const person = await arrive();
        await person.see('Play');
        await person.context.setOffline(true);
        await person.page.reload();
        await person.see('Play');
    });

    test('what happens is said to a screen reader', async () => {
        const person = await arrive();
        await begin(person);
        await person.press('d', '3');
        await person.page.waitForFunction(() => /plays/.test(document.getElementById('spoken').textContent));
    });

    test('two hundred random inputs cause no error', async () => {
        const person = await arrive();
        await person.see('Play');
        const keys = ['Enter', 'Escape', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Tab', 'PageDown', 'Home',
            ...'abcdefgh12345678kvwimnoprstuxyz?+-/ '];
        let seed = 20261126;
        const random = (below) => {
            seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
            return (seed >>> 8) % below;
        };
        for (let i = 0; i < 200; i++) {
            if (random(5) === 0) {
                const { x, y } = await person.cell(random(80), random(24));
                await person.page.mouse.click(x, y);
            } else {
                await person.press(keys[random(keys.length)]);
            }
        }
        assert.deepEqual(person.faults, []);
    });
});
