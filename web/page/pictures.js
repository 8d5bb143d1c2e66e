// Pictures on the terminal, so that discs are round: the commands of kitty's protocol that the program sends, and a canvas over
// the cells that show a part of a picture (see graphics.rs).

/** The character of a cell with a part of a picture; its row and column follow as diacritics, its colour is the number. */
const PLACEHOLDER = 0x10eeee;
const DIACRITICS = [0x305, 0x30d, 0x30e, 0x310, 0x312, 0x33d, 0x33e, 0x33f, 0x346, 0x34a, 0x34b, 0x34c, 0x350, 0x351, 0x352,
    0x357, 0x35b, 0x363, 0x364, 0x365, 0x366, 0x367, 0x368, 0x369, 0x36a, 0x36b, 0x36c, 0x36d, 0x36e, 0x36f, 0x483, 0x484];

export class Pictures {
    constructor(term) {
        this.term = term;
        /** The pictures by number: { bitmap, columns, rows }. */
        this.known = new Map();
        this.coming = null;
        this.canvas = document.createElement('canvas');
        this.canvas.id = 'pictures';
        this.canvas.ariaHidden = 'true';
        term.element.querySelector('.xterm-screen').append(this.canvas);
        term.onWriteParsed(() => this.draw());
        term.onResize(() => this.draw());
    }

    /** Takes commands that send or delete pictures; returns false for anything else. */
    take(text) {
        if (!text.startsWith('\x1b_G')) {
            return false;
        }
        for (const command of text.split('\x1b\\').filter(Boolean)) {
            const [head, data = ''] = command.slice(3).split(';');
            const values = Object.fromEntries(head.split(',').map((pair) => pair.split('=')));
            if (values.a === 'd') {
                this.known.delete(Number(values.i));
                continue;
            }
            if (values.a === 'T') {
                this.coming = { values, text: '' };
            }
            this.coming.text += data;
            values.m === '0' && this.unpack(this.coming);
        }
        return true;
    }

    /** Unpacks RGB pixels. */
    async unpack({ values, text }) {
        const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
        const rgb = new Uint8Array(await new Response(stream).arrayBuffer());
        const image = new ImageData(Number(values.s), Number(values.v));
        image.data.fill(255);
        for (let at = 0; at < rgb.length / 3; at++) {
            image.data.set(rgb.subarray(3 * at, 3 * at + 3), 4 * at);
        }
        const bitmap = await createImageBitmap(image);
        this.known.set(Number(values.i), { bitmap, columns: Number(values.c), rows: Number(values.r) });
        this.draw();
    }

    /** Draws the parts of all pictures over their cells, and nothing elsewhere. */
    draw() {
        const { term, canvas } = this;
        const { width, height } = canvas.parentElement.getBoundingClientRect();
        [canvas.width, canvas.height] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        const x = (column) => Math.round(column * canvas.width / term.cols);
        const y = (row) => Math.round(row * canvas.height / term.rows);
        let cell;
        for (let row = 0; row < term.rows; row++) {
            const line = term.buffer.active.getLine(row);
            for (let column = 0; line && column < term.cols; column++) {
                cell = line.getCell(column, cell);
                const chars = cell?.getChars() ?? '';
                if (chars.codePointAt(0) !== PLACEHOLDER) {
                    continue;
                }
                const place = [x(column), y(row), x(column + 1) - x(column), y(row + 1) - y(row)];
                const picture = this.known.get(cell.getFgColor());
                if (picture) {
                    const [top, left] = [...chars].slice(1).map((sign) => DIACRITICS.indexOf(sign.codePointAt(0)));
                    const { bitmap, columns, rows } = picture;
                    const [w, h] = [bitmap.width / columns, bitmap.height / rows];
                    context.drawImage(bitmap, left * w, top * h, w, h, ...place);
                } else {
                    context.fillStyle = `#${cell.getBgColor().toString(16).padStart(6, '0')}`;
                    context.fillRect(...place);
                }
            }
        }
    }
}
