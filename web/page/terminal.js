// The terminal of the page: its letters as large as suits the board, its colours, and fingers as a mouse.

import { WebglAddon } from './xterm/addon-webgl.js';
import { Terminal } from './xterm/xterm.js';
import { $ } from './message.js';

/** The largest and the smallest letters, in pixels. */
const [LARGEST, SMALLEST] = [17, 8];
/** How much smaller letters are tried. */
const STEP = 0.25;
const CLEARLY = 1.15;
const FONT = '"Reversi", "DejaVu Sans Mono", "Menlo", "Consolas", monospace';
/** Sizes of the screen, and how many rows high the squares of the board are on one. */
const LAYOUTS = [[80, 24, 3], [40, 30, 2], [60, 20, 2], [40, 15, 1], [24, 12, 1]];
/** How long a finger rests for a hover, in milliseconds, and how far it moves for a line of the wheel, in pixels. */
const [LONG_PRESS, WHEEL] = [400, 24];
/** How far it moves to the side for a step through the moves, which is a line of the wheel as well. */
const STEP_ASIDE = 48;
/** All mouse events, exact places, pastes and the focus are reported; the cursor of the terminal is hidden. */
const MODES = '\x1b[?1003h\x1b[?1006h\x1b[?2004h\x1b[?1004h\x1b[?25l';

const ink = document.createElement('canvas').getContext('2d');

/** Returns how wide and high the terminal makes a cell with letters of this size: browsers round differently. */
function cellOf(size, scale, hasWebgl) {
    ink.font = `${size}px ${FONT}`;
    const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = ink.measureText('W');
    const line = Math.ceil((fontBoundingBoxAscent + fontBoundingBoxDescent) * scale) / scale;
    return [hasWebgl ? Math.floor(width * scale) / scale : width, line];
}

/** Returns the size of the letters with which the board is largest, and the columns and rows that a space then has. */
function fitting(width, height, scale, hasWebgl) {
    let best = null;
    for (let size = LARGEST; size >= SMALLEST; size -= STEP) {
        const [letter, line] = cellOf(size, scale, hasWebgl);
        const [columns, rows] = [Math.floor(width / letter), Math.floor(height / line)];
        const suits = LAYOUTS.find(([least, leastRows]) => columns >= least && rows >= leastRows);
        const square = (suits?.[2] ?? 0) * line;
        // Small letters are for a board that is clearly larger.
        if (!best || square > best.square * CLEARLY) {
            best = { size, columns, rows, square };
        }
    }
    return best;
}

export function newTerminal() {
    const term = new Terminal({
        fontFamily: FONT,
        cursorInactiveStyle: 'none',
        scrollback: 0,
        customGlyphs: true,
        macOptionIsMeta: true,
        allowProposedApi: true,
        theme: { background: getComputedStyle(document.body).backgroundColor },
    });
    term.open($('terminal'));
    let webgl = null;
    const resize = () => {
        const { clientWidth, clientHeight } = $('terminal');
        const { size, columns, rows } = fitting(clientWidth, clientHeight, devicePixelRatio, Boolean(webgl));
        term.options.fontSize = size;
        if (columns > 0 && rows > 0 && (columns !== term.cols || rows !== term.rows)) {
            // What a terminal keeps of its rows when it becomes smaller is wrong here: the program draws all anew.
            term.reset();
            term.resize(columns, rows);
            term.write(MODES);
        }
    };
    try {
        webgl = new WebglAddon();
        webgl.onContextLoss(() => {
            webgl.dispose();
            webgl = null;
            resize();
        });
        term.loadAddon(webgl);
    } catch {
        // Without WebGL2, the terminal draws with elements of the page.
        webgl = null;
    }
    resize();
    new ResizeObserver(resize).observe($('terminal'));
    term.write(MODES);
    term.onWriteParsed(() => takeGround(term));
    return term;
}

/** Gives the page the background of the screen: that of most rows in the last column. */
function takeGround(term) {
    const rows = new Map();
    for (let row = 0; row < term.rows; row++) {
        const cell = term.buffer.active.getLine(row)?.getCell(term.cols - 1);
        cell?.isBgRGB() && rows.set(cell.getBgColor(), (rows.get(cell.getBgColor()) ?? 0) + 1);
    }
    const [ground, count] = [...rows].sort(([, one], [, other]) => other - one)[0] ?? [];
    if (!(count > term.rows / 2) || document.body.dataset.ground === String(ground)) {
        return;
    }
    const color = `#${ground.toString(16).padStart(6, '0')}`;
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
    document.body.dataset.ground = ground;
    document.documentElement.className = red * 0.3 + green * 0.59 + blue * 0.11 > 127 ? 'light' : 'dark';
    document.documentElement.style.setProperty('--ground', color);
    document.querySelector('meta[name=theme-color]').content = color;
    term.options.theme = { ...term.options.theme, background: color };
}

/** Sends fingers as the mouse: a tap is a click, a long press a hover, and a swipe the wheel. Two fingers are the page's. */
export function listenToFingers(term, send) {
    const element = $('terminal');
    const place = ({ clientX, clientY }) => {
        const { left, top, width, height } = element.querySelector('.xterm-screen').getBoundingClientRect();
        const cell = (at, cells) => Math.max(1, Math.min(cells, Math.floor(at * cells) + 1));
        return `${cell((clientX - left) / width, term.cols)};${cell((clientY - top) / height, term.rows)}`;
    };
    const mouse = (button, touch, end = 'M') => send(`\x1b[<${button};${place(touch)}${end}`);
    let start = null;
    let wheelAt = 0;
    let asideAt = 0;
    let timer = 0;
    // A page that is zoomed in is moved by a finger.
    const isZoomed = () => (visualViewport?.scale ?? 1) > 1.01;
    visualViewport?.addEventListener('resize', () => {
        element.style.touchAction = isZoomed() ? 'auto' : '';
    });
    element.addEventListener('touchstart', (event) => {
        clearTimeout(timer);
        start = event.touches.length === 1 ? event.touches[0] : null;
        [asideAt, wheelAt] = [start?.clientX, start?.clientY];
        const touch = start;
        timer = setTimeout(() => {
            start = null;
            touch && mouse(35, touch);
        }, LONG_PRESS);
    }, { passive: true });
    element.addEventListener('touchmove', (event) => {
        if (event.touches.length > 1 || isZoomed()) {
            clearTimeout(timer);
            start = null;
            return;
        }
        const { clientX: x, clientY: y } = event.touches[0];
        const wheel = (isOn) => {
            clearTimeout(timer);
            start = null;
            mouse(isOn ? 65 : 64, event.touches[0]);
        };
        // What lies to the right comes by a swipe to the left.
        for (; Math.abs(x - asideAt) > STEP_ASIDE; asideAt += Math.sign(x - asideAt) * STEP_ASIDE) {
            wheel(x < asideAt);
            wheelAt = y;
        }
        for (; Math.abs(y - wheelAt) > WHEEL; wheelAt += Math.sign(y - wheelAt) * WHEEL) {
            wheel(y < wheelAt);
            asideAt = x;
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
        start = null;
        // No mouse events after it, and no keyboard of the screen.
        event.cancelable && event.preventDefault();
    });
}
