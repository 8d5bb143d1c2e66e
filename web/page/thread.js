// A thread of the program, in a worker. The page sends what it is to run, once; it runs as soon as the disk is heard: in Firefox,
// what a thread asks through a port that has not arrived yet waits until the thread is idle, and it sleeps until the answer.

import { Exit, Shared, imports } from './wasi.js';

addEventListener('message', ({ data }) => {
    const { module, memory, shared, disk, answer, args, env, number, argument } = data;
    const say = (message) => postMessage(message);
    const system = imports({ memory, shared: new Shared(shared), disk, answer, args, env, say });
    disk.onmessage = () => {
        try {
            const { exports } = new WebAssembly.Instance(module, system);
            if (number === 0) {
                exports._start();
                say({ exit: 0 });
            } else {
                exports.wasi_thread_start(number, argument);
                say({ ended: number });
            }
        } catch (error) {
            say(error instanceof Exit ? { exit: error.code } : { failed: String(error?.stack ?? error) });
        }
    };
}, { once: true });
postMessage({ ready: true });
