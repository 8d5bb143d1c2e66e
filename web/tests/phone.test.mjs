// The page on a phone and for those who use no mouse: the keys as buttons, the size of the board, a game by ear.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { FAST, Person, browserPath, launch, serve } from './browser.mjs';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const isBuilt = existsSync(file('../dist/index.html'));
const skip = !browserPath ? 'Chromium is not installed' : !isBuilt && 'web/dist is missing: run web/build';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

describe('the page on a phone and without a mouse', { skip }, () => {
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

    /** The boxes of the buttons of the keys by what they say. */
    const keys = (person) => person.page.evaluate(() => Object.fromEntries([...document.querySelectorAll('#keys button')]
        .map((button) => [button.textContent, button.getBoundingClientRect().toJSON()])));

    async function tapKey(person, label) {
        const button = person.page.locator('#keys button', { hasText: new RegExp(`^${label}$`) });
        await button.tap({ timeout: 20_000 });
    }

    /** How high a square of the board is, in pixels. */
    async function squareHeight(person) {
        const [first, second] = [await person.square('a1'), await person.square('a2')];
        return second.y - first.y;
    }

    test('the keys are buttons of 44 pixels in words for fingers, and a game is played with them', async () => {
        const person = await Person.arrive(phones, server.address, PHONE);
        await person.see('Play');
        await tapKey(person, 'open');
        const text = await person.see('Your move');
        assert.doesNotMatch(text, /[Tt]ype|click|\bk hint|Ctrl/);
        await tapKey(person, 'hint');
        const HINT = /(?:Hint: |Tap )([a-h][1-8])/;
        const [, square] = (await person.see(HINT)).match(HINT);
        const boxes = Object.values(await keys(person));
        assert.ok(boxes.length > 3 && boxes.every(({ width, height }) => height >= 44 && width >= 44), JSON.stringify(boxes));
        const { x, y } = await person.square(square);
        await person.page.touchscreen.tap(x, y);
        await tapKey(person, 'undo');
        // A narrow screen that says that the game is casual has no room for the empty squares: both have two discs.
        await person.see(/ you +2\n.* level \d+ +2\n/);
        await tapKey(person, 'more');
        assert.doesNotMatch(await person.see('Actions'), /Ctrl|suspend/);
        await tapKey(person, 'back');
        await person.see('Your move');
        // Esc, which no phone has.
        await tapKey(person, 'back');
        await person.see('Settings');
        assert.deepEqual(person.faults, []);
    });

    for (const [width, height, least] of [[390, 844, 38], [844, 390, 44], [667, 375, 30], [375, 667, 30], [320, 568, 26], [360, 640, 30]]) {
        test(`the board is large on ${width}x${height}`, async () => {
            const person = await Person.arrive(phones, server.address, { ...PHONE, viewport: { width, height } });
            await person.see(/Play|open/);
            await tapKey(person, 'open');
            await person.see('Your move');
            const square = await squareHeight(person);
            assert.ok(square >= least, `squares of ${square} pixels:\n${await person.text()}`);
            const cut = await person.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
            assert.ok(!cut, 'wider than the phone');
            const [screen, room] = await person.page.evaluate(() => ['.xterm-screen', '#terminal'].map((part) => {
                const { right, bottom } = document.querySelector(part).getBoundingClientRect();
                return { right, bottom };
            }));
            assert.ok(screen.right <= room.right && screen.bottom <= room.bottom, JSON.stringify([screen, room]));
        });
    }

    test('a game with a friend is chosen by chips, and the page vibrates at its end and where no move is', async () => {
        const prepare = () => {
            window.vibrated = 0;
            navigator.vibrate = () => ++window.vibrated > 0;
        };
        const person = await Person.arrive(phones, server.address, { ...PHONE, reducedMotion: 'reduce', prepare });
        const vibrated = (times) => person.page.waitForFunction((times) => window.vibrated === times, times);
        const play = async (square) => {
            const { x, y } = await person.square(square);
            await person.page.touchscreen.tap(x, y);
        };
        await person.see('Play');
        await tapKey(person, 'new game');
        await person.tap('a friend');
        await tapKey(person, 'start');
        await person.see(/Black.*to move|Tap a square/);
        await play('a1');
        await vibrated(1);
        await person.page.click('#menu');
        await person.page.locator('#vibration', { hasText: 'Vibration: on' }).tap();
        await person.page.locator('#vibration', { hasText: 'Vibration: off' }).waitFor({ state: 'attached' });
        await play('h8');
        await person.see(/h8/);
        assert.equal(await person.page.evaluate(() => window.vibrated), 1);
        await person.page.click('#menu');
        await person.page.locator('#vibration').tap();
        // A wipe-out.
        for (const square of ['e6', 'f4', 'e3', 'f6', 'g5', 'd6', 'e7', 'f5', 'c5']) {
            await play(square);
            await person.page.waitForFunction((played) => document.getElementById('spoken').textContent.includes(`plays ${played}`), square);
        }
        await vibrated(2);
        assert.deepEqual(person.faults, []);
    });

    test('a swipe on the board steps through the moves of a review, and nothing lies under a notch', async () => {
        const person = await Person.arrive(phones, `${server.address}?game=f5d6c3d3c4`, PHONE);
        await person.see('5 Black c4');
        const session = await person.context.newCDPSession(person.page);
        const swipe = async (way) => {
            const { x, y } = await person.square('d4');
            const touch = (type, ...places) => session.send('Input.dispatchTouchEvent',
                { type, touchPoints: places.map((place) => ({ x: place, y })) });
            await touch('touchStart', x);
            for (let moved = 10; moved <= 60; moved += 10) {
                await touch('touchMove', x + way * moved);
            }
            await touch('touchEnd');
        };
        await swipe(1);
        await person.see('4 White d3');
        await swipe(1);
        await person.see('3 Black c3');
        await swipe(-1);
        await person.see('4 White d3');
        await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 11, right: 12, bottom: 13, left: 14 } });
        await person.page.waitForFunction(() => getComputedStyle(document.body).padding === '11px 12px 13px 14px');
        assert.deepEqual(person.faults, []);
    });

    test('discs are round', async () => {
        const person = await Person.arrive(browser, server.address);
        await person.see('Play');
        await person.press('Enter');
        await person.see('Your move');
        const { x, y } = await person.square('d5');
        const side = await squareHeight(person);
        await person.page.waitForFunction(([x, y, side]) => {
            const canvas = document.getElementById('pictures');
            const { left, top } = canvas.getBoundingClientRect();
            const pixel = (dx, dy) => [...canvas.getContext('2d').getImageData((x + dx * side - left) * devicePixelRatio,
                (y + dy * side - top) * devicePixelRatio, 1, 1).data];
            const isBlack = (at) => pixel(...at)[3] === 255 && Math.max(...pixel(...at).slice(0, 3)) < 90;
            // A circle has the ends of a cross, and not the corners between them.
            const cells = Array.from({ length: 81 }, (_, at) => [at % 9 / 8 - 0.5, Math.floor(at / 9) / 8 - 0.5]);
            return cells.filter(isBlack).length > 20;
        }, [x, y, side]);
        assert.deepEqual(person.faults, []);
    });

    test('a narrow header is not cut, and its list opens', async () => {
        const person = await Person.arrive(browser, server.address, { viewport: { width: 240, height: 400 } });
        await person.see('Play');
        await person.page.click('#menu');
        for (const id of ['open', 'backup', 'restore']) {
            const { x, width, height } = await person.page.locator(`#${id}`).boundingBox();
            assert.ok(x >= 0 && x + width <= 240 && height >= 44, `${id}: ${x} ${width} ${height}`);
        }
    });

    test('the same backup can be chosen twice', async () => {
        const person = await Person.arrive(browser, server.address);
        await person.see('Play');
        const [download] = await Promise.all([person.page.waitForEvent('download'), person.page.click('#backup')]);
        const path = await download.path();
        for (let i = 0; i < 2; i++) {
            await person.page.setInputFiles('#backup-file', path);
            await person.page.waitForSelector('text=Replace all games');
            await person.page.click('#message-back');
        }
        assert.equal(await person.page.evaluate(() => document.getElementById('backup-file').value), '');
    });

    test('two fingers belong to the browser', async () => {
        const person = await Person.arrive(phones, server.address, PHONE);
        await person.see('Play');
        assert.equal(await person.page.evaluate(() => getComputedStyle(document.getElementById('terminal')).touchAction), 'pinch-zoom');
        const prevented = await person.page.evaluate(() => {
            const target = document.querySelector('.xterm-screen');
            const touch = (identifier) => new Touch({ identifier, target, clientX: 50 + identifier, clientY: 50 });
            const move = new TouchEvent('touchmove', { touches: [touch(1), touch(2)], cancelable: true, bubbles: true });
            target.dispatchEvent(move);
            return move.defaultPrevented;
        });
        assert.ok(!prevented);
    });

    test('around the screen is the background of its theme', async () => {
        for (const colorScheme of ['light', 'dark']) {
            const person = await Person.arrive(browser, server.address, { colorScheme, viewport: { width: 1003, height: 647 } });
            await person.see('Play');
            const grounds = () => person.page.evaluate(() => {
                const { term } = window.reversi;
                const color = term.buffer.active.getLine(term.rows >> 1).getCell(term.cols - 1).getBgColor();
                return [getComputedStyle(document.body).backgroundColor,
                    `rgb(${[16, 8, 0].map((bits) => color >> bits & 255).join(', ')})`];
            });
            const isLight = (color) => /rgb\(2\d\d/.test(color);
            const [page, screen] = await grounds();
            assert.equal(page, screen);
            assert.equal(isLight(page), colorScheme === 'light');
            // It changes with the browser's, while the page is open.
            const other = colorScheme === 'light' ? 'dark' : 'light';
            await person.page.emulateMedia({ colorScheme: other });
            await person.page.waitForFunction((wanted) => document.documentElement.className === wanted, other);
            const [now, shown] = await grounds();
            assert.equal(now, shown);
            assert.equal(isLight(now), other === 'light');
        }
    });

    test('a keyboard leaves the game and comes back', async () => {
        const person = await Person.arrive(browser, server.address);
        await person.see('Play');
        const focused = () => person.page.evaluate(() => document.activeElement.id || document.activeElement.className);
        await person.press('F6');
        assert.equal(await focused(), 'open');
        await person.press('Tab', 'Tab');
        assert.equal(await focused(), 'restore');
        await person.press('F6');
        assert.match(await focused(), /xterm/);
        await person.press('F6', 'Shift+Tab');
        assert.equal(await focused(), 'skip');
        await person.press('Enter');
        assert.equal(await focused(), 'open');
    });

    /** All texts that were said, by the tree that a screen reader gets, which is asked anew when it lacks something. */
    async function heard(person) {
        const said = await person.page.evaluate(() => Array.from(document.querySelectorAll('#spoken p'), (line) => line.textContent))
            // The page may be loading again.
            .catch(() => []);
        if (said.length && said.join('\n') === person.texts?.join('\n')) {
            return person.texts;
        }
        const session = person.session ??= await person.context.newCDPSession(person.page);
        const { nodes } = await session.send('Accessibility.getFullAXTree');
        const log = nodes.find(({ role }) => role?.value === 'log');
        const texts = [];
        const walk = (id) => {
            const node = nodes.find(({ nodeId }) => nodeId === id);
            node?.role?.value === 'StaticText' && texts.push(node.name.value);
            node?.childIds?.forEach(walk);
        };
        walk(log?.nodeId);
        person.texts = texts;
        return texts;
    }

    /** Waits until something is said that was not said before, and returns it. */
    async function hear(person, wanted, seconds = 30) {
        for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
            const texts = await heard(person);
            const found = texts.slice(person.heard ?? 0).find((text) => wanted.test(text));
            if (found) {
                return found;
            }
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
        throw new Error(`nobody says ${wanted}: ${(await heard(person)).join('\n')}`);
    }

    test('menus, lists and squares are said', async () => {
        const person = await Person.arrive(browser, server.address);
        await hear(person, /F6 leads/);
        await hear(person, /Play: level \d+ waits/);
        await person.press('ArrowDown');
        await hear(person, /Learn: rules on a board/);
        await person.press('ArrowDown');
        await hear(person, /Train: puzzles/);
        await person.press('?');
        await hear(person, /Actions\./);
        await person.press('Escape');
        await person.press('ArrowUp', 'ArrowUp', 'Enter');
        await hear(person, /Black.*to move|4 legal moves|turn/);
        await person.press('Tab');
        await hear(person, /[a-h][1-8] turns 1 disc/);
        await person.press('ArrowDown');
        await hear(person, /[a-h][1-8], (empty|Black|White)|turns/);
        assert.deepEqual(person.faults, []);
    });

    /** What was said since, of texts of which the oldest go. */
    function newer(before, now) {
        let kept = Math.min(before.length, now.length);
        while (kept > 0 && before.slice(-kept).join('\n') !== now.slice(0, kept).join('\n')) {
            kept--;
        }
        return now.slice(kept);
    }

    test('a whole game is played by ear', async () => {
        const person = await Person.arrive(browser, server.address, FAST);
        await hear(person, /Play: level \d+ waits/);
        let hints = 3;
        // The keys for what was said; null for nothing to act on.
        const keysFor = (said) => {
            if (/You win|You lose|[Dd]raw|wins/.test(said)) {
                return [];
            }
            if (/Press any key\.|Enter plays [a-h][1-8], or type/.test(said)) {
                return ['Enter'];
            }
            const hint = /Hint: ([a-h])([1-8])/.exec(said);
            if (hint) {
                return hint.slice(1);
            }
            const turn = /You \(\w+\) to move: ([a-h])([1-8])/.exec(said);
            return turn && (hints-- > 0 ? ['k'] : turn.slice(1));
        };
        let known = await heard(person);
        let keys = ['Enter'];
        for (const end = Date.now() + 240_000; keys.length && Date.now() < end;) {
            await person.press(...keys);
            keys = null;
            for (const silence = Date.now() + 30_000; !keys;) {
                const texts = await heard(person);
                const fresh = newer(known, texts).join('\n');
                assert.ok(Date.now() < silence, `nothing says what to do:\n${fresh || texts.join('\n')}`);
                keys = keysFor(fresh);
                if (keys) {
                    known = texts;
                } else {
                    await new Promise((resolve) => setTimeout(resolve, 50));
                }
            }
        }
        assert.deepEqual(keys, [], 'the game has not ended');
        assert.deepEqual(person.faults, []);
    });

    test('a link to the game is copied, and opens it', async () => {
        const person = await Person.arrive(browser, `${server.address}?game=f5d6c3`);
        await person.see('Analyse');
        await person.press('?');
        await person.see('Actions');
        await person.page.keyboard.type('link');
        await person.see('copy a link');
        await person.press('Enter');
        await person.see(`${server.address}?game=f5d6c3`.slice(0, 30));
    });
});
