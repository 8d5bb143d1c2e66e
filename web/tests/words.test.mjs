// The words of the page: each text that it says has one in each language, with the same parts, and no other has.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

import { WORDS } from '../page/words.js';

const folder = new URL('../page/', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');
const sources = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'words.js');

/** What the scripts and the page itself say. The features that a browser may lack stand in a list of their own. */
function said() {
    const texts = new Set();
    const add = (source, form) => [...source.matchAll(form)].forEach(([, text]) => texts.add(text));
    for (const name of sources) {
        add(read(name), /\bsay\('([^']+)'/g);
    }
    add(read('start.js'), /^ {4}\['([^']+)', /gm);
    const page = read('index.html');
    add(page, /data-say>([^<]+)</g);
    add(page, /data-label="([^"]+)"/g);
    return texts;
}

const parts = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test('each text of the page has one in each language, with its parts', () => {
    for (const [code, words] of Object.entries(WORDS)) {
        assert.deepEqual(Object.keys(words).sort(), [...said()].sort(), code);
        for (const [english, text] of Object.entries(words)) {
            assert.deepEqual(parts(text), parts(english), english);
        }
    }
});

test('no sentence of the page goes past its languages', () => {
    // A sentence has a capital, a space and a full stop, a question mark or three dots.
    for (const name of sources) {
        const code = read(name).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
        const sentences = [...code.matchAll(/(say\()?(['`])([A-Z][^'`]* [^'`]*[.?…])\2/g)];
        assert.deepEqual(sentences.filter(([, say]) => !say).map(([, , , text]) => text), [], name);
    }
    const page = read('index.html').replace(/<head>[\s\S]*?<\/head>|<script[\s\S]*?<\/script>|<noscript>.*<\/noscript>/g, '');
    const texts = [...page.matchAll(/<[^>]*?(data-say)?>([^<]*[A-Za-z][^<]*)</g)].filter(([, say]) => !say).map(([, , text]) => text.trim());
    assert.deepEqual(texts, ['Reversi']);
});
