// The program, which is compiled while it comes.

import { Explained, SIZES, limited, network, showProgress, watched } from './message.js';
import { say } from './words.js';

const MODULE = 'reversi.wasm.gz';
/** The first bytes of the module, packed and not: some servers unpack what they send. */
const [PACKED, PLAIN] = [0x1f, 0];

export async function loadModule() {
    const stalled = say('{file} does not load any further. {network}', { file: MODULE, network: network() });
    const missing = (why) => new Explained(say('{file} could not be loaded ({why}). {network}', { file: MODULE, why, network: network() }));
    const response = await limited(fetch(MODULE), stalled).catch((error) => {
        throw error instanceof Explained ? error : missing(error.message);
    });
    if (!response.ok) {
        throw missing(response.status);
    }
    const bytes = Number(response.headers.get('Content-Length'));
    let size;
    const onBytes = (loaded, [first]) => {
        size ??= first === PACKED ? SIZES.module : SIZES.unpacked;
        showProgress('module', bytes, loaded / size);
    };
    const reader = watched(response.body, onBytes, stalled).getReader();
    let failure = null;
    const read = () => reader.read().catch((error) => {
        failure = error instanceof Explained ? error : missing(error.message);
        throw failure;
    });
    const first = await read();
    if (first.done || ![PACKED, PLAIN].includes(first.value[0])) {
        throw new Explained(say('The server sends something else instead of {file}. The page is not installed as a whole.', { file: MODULE }));
    }
    const code = new ReadableStream({
        start: (controller) => controller.enqueue(first.value),
        async pull(controller) {
            const { done, value } = await read();
            done ? controller.close() : controller.enqueue(value);
        },
    });
    const unpacked = first.value[0] === PACKED ? code.pipeThrough(new DecompressionStream('gzip')) : code;
    const module = new Response(unpacked, { headers: { 'Content-Type': 'application/wasm' } });
    return WebAssembly.compileStreaming(module).catch((error) => {
        throw failure ?? new Explained(say('{file} is damaged ({why}). {network}', { file: MODULE, why: error.message, network: network() }));
    });
}
