// Packs what web/build has put into dist: the module by gzip, for the browser to unpack; beside each file that becomes
// smaller, what a server may send instead of it (`.br`, `.gz`); and the hash of each file for the service worker.
//
//     node pack.mjs FOLDER [--quick]

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const [folder, quick] = process.argv.slice(2);
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: quick ? 5 : 11, [constants.BROTLI_PARAM_LGWIN]: 24 } };
const path = (name) => join(folder, name);
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
const replace = (name, from, to) => {
    const text = readFileSync(path(name), 'utf8');
    if (!text.includes(from)) {
        throw new Error(`${name} has no ${from}`);
    }
    writeFileSync(path(name), text.replace(from, to));
};

const module = readFileSync(path('reversi.wasm'));
const packed = gzipSync(module, { level: 9 });
unlinkSync(path('reversi.wasm'));
writeFileSync(path('reversi.wasm.gz'), packed);
const read = ['weights.bin', ...readdirSync(path('lang')).map((name) => `lang/${name}`)];
const served = Object.fromEntries(read.map((name) => [name, statSync(path(name)).size]));
const sizes = { module: packed.length, unpacked: module.length, served };
replace('message.js', '{ module: 0, unpacked: 0, served: {} }', JSON.stringify(sizes));

const names = readdirSync(folder, { recursive: true }).filter((name) => statSync(path(name)).isFile()).sort();
const kept = names.filter((name) => !['sw.js', 'licences.txt'].includes(name));
// A server may send the module unpacked.
const hashes = (name) => [hash(readFileSync(path(name))), ...name === 'reversi.wasm.gz' ? [hash(module)] : []];
const files = kept.map((name) => `    '${name === 'index.html' ? './' : name}': ${JSON.stringify(hashes(name))},\n`);
replace('sw.js', 'FILES = {}', `FILES = {\n${files.join('')}}`);

const sum = (list) => list.reduce((all, bytes) => all + bytes, 0);
const sent = names.map((name) => {
    const bytes = readFileSync(path(name));
    const isModule = name === 'reversi.wasm.gz';
    const [br, gz] = [brotliCompressSync(isModule ? module : bytes, quality), isModule ? bytes : gzipSync(bytes, { level: 9 })];
    if (br.length > 0.95 * bytes.length) {
        return kept.includes(name) ? bytes.length : 0;
    }
    writeFileSync(path(`${name}.br`), br);
    isModule || writeFileSync(path(`${name}.gz`), gz);
    return kept.includes(name) ? br.length : 0;
});
const all = sum(kept.map((name) => statSync(path(name)).size));
console.log(`${relative('', folder)}: ${all} bytes, ${sum(sent)} from a server that sends .br`);
