// The system of the program: WASI (preview 1) with threads, for one thread. Files are asked of the disk, which runs in a
// worker of its own: a question is a message, and the thread sleeps until the answer is in shared memory.

export const ERRNO = { success: 0, badf: 8, exist: 20, inval: 28, io: 29, isdir: 31, noent: 44, nospc: 51, nosys: 52,
    notdir: 54, notempty: 55, notsup: 58, spipe: 70 };

/** Bytes of an answer of the disk. A longer read is several questions. */
export const ANSWER_BYTES = 1 << 16;
/** Words before the bytes of an answer: whether it is there, the error, its length. */
export const ANSWER_HEAD = 3;

/** Returns the memory for the answers of the disk to a thread. */
export const newAnswer = () => new SharedArrayBuffer(4 * ANSWER_HEAD + ANSWER_BYTES);

/** The memory between the page and the program: the terminal's input and the number of the next thread. */
export class Shared {
    static INPUT_BYTES = 1 << 20;

    constructor(buffer = new SharedArrayBuffer(16 + Shared.INPUT_BYTES)) {
        this.buffer = buffer;
        this.words = new Int32Array(buffer, 0, 4); // written, read (bytes of the input so far), threads
        this.input = new Uint8Array(buffer, 16);
    }

    /** Appends a piece of input, which is read by itself. Returns false if there is no room yet. */
    send(bytes) {
        const [written, read] = [Atomics.load(this.words, 0), Atomics.load(this.words, 1)];
        const used = (written - read) >>> 0;
        if (used + 4 + bytes.length > Shared.INPUT_BYTES) {
            return false;
        }
        const put = (at, byte) => { this.input[(at >>> 0) % Shared.INPUT_BYTES] = byte; };
        for (let i = 0; i < 4; i++) {
            put(written + i, bytes.length >>> (8 * i));
        }
        bytes.forEach((byte, i) => put(written + 4 + i, byte));
        Atomics.store(this.words, 0, (written + 4 + bytes.length) | 0);
        Atomics.notify(this.words, 0);
        return true;
    }

    /** Waits for input and returns at most this many bytes of its oldest piece. */
    receive(most) {
        const read = Atomics.load(this.words, 1);
        Atomics.wait(this.words, 0, read);
        const at = (offset) => this.input[((read + offset) >>> 0) % Shared.INPUT_BYTES];
        const length = at(0) | at(1) << 8 | at(2) << 16 | at(3) << 24;
        const taken = Math.min(length, most);
        const bytes = Uint8Array.from({ length: taken }, (_, i) => at(4 + i));
        const left = length - taken;
        const next = left ? read + taken : read + 4 + length;
        for (let i = 0; left && i < 4; i++) {
            this.input[((next + i) >>> 0) % Shared.INPUT_BYTES] = left >>> (8 * i);
        }
        Atomics.store(this.words, 1, next | 0);
        return bytes;
    }

    /** Returns the number of a new thread. */
    newThread() {
        return Atomics.add(this.words, 2, 1) + 1;
    }
}

/** The program has ended. */
export class Exit extends Error {
    constructor(code) {
        super(`exit ${code}`);
        this.code = code;
    }
}

/** Returns the imports of the program for one thread: `say` sends a message to the page. */
export function imports({ memory, shared, disk, answer, args, env, say }) {
    const head = new Int32Array(answer, 0, ANSWER_HEAD);
    const body = new Uint8Array(answer, 4 * ANSWER_HEAD);
    const pause = new Int32Array(new SharedArrayBuffer(4));
    const encoder = new TextEncoder();
    const decoder = new TextDecoder();
    const { success, badf, inval, nosys, notsup, spipe } = ERRNO;

    const view = () => new DataView(memory.buffer);
    const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
    const text = (at, length) => decoder.decode(bytes(at, length).slice());
    const lists = (at, count) => Array.from({ length: count }, (_, i) => [
        view().getUint32(at + 8 * i, true), view().getUint32(at + 8 * i + 4, true)]);

    /** Asks the disk. Returns the error and the bytes of the answer. */
    function ask(...question) {
        Atomics.store(head, 0, 0);
        disk.postMessage(question);
        Atomics.wait(head, 0, 0);
        return [head[1], body.subarray(0, head[2])];
    }
    /** Asks the disk for something that is written to an address. */
    function askInto(at, ...question) {
        const [error, data] = ask(...question);
        if (error === success) {
            bytes(at, data.length).set(data);
        }
        return error;
    }
    function joined(vectors) {
        const parts = vectors.map(([at, length]) => bytes(at, length).slice());
        const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
        parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
        return all;
    }
    function read(fd, vectors, sizeAt, position) {
        let sum = 0;
        for (let [at, length] of vectors) {
            while (length > 0) {
                const part = Math.min(length, ANSWER_BYTES);
                const from = position === undefined ? undefined : Number(position) + sum;
                const [error, data] = fd === 0 ? [success, shared.receive(part)] : ask('read', fd, part, from);
                if (error !== success) {
                    return error;
                }
                bytes(at, data.length).set(data);
                [sum, at, length] = [sum + data.length, at + data.length, length - data.length];
                if (data.length < part || fd === 0) {
                    view().setUint32(sizeAt, sum, true);
                    return success;
                }
            }
        }
        view().setUint32(sizeAt, sum, true);
        return success;
    }
    function write(fd, vectors, sizeAt, position) {
        const data = joined(vectors);
        view().setUint32(sizeAt, data.length, true);
        if (fd <= 2) {
            say(fd === 1 ? { shown: data } : { error: decoder.decode(data) });
            return success;
        }
        return ask('write', fd, data, position === undefined ? undefined : Number(position))[0];
    }
    /** Writes strings with their ends, and where each begins. */
    function strings(list, pointersAt, at) {
        list.forEach((string, i) => {
            view().setUint32(pointersAt + 4 * i, at, true);
            const data = encoder.encode(`${string}\0`);
            bytes(at, data.length).set(data);
            at += data.length;
        });
        return success;
    }
    function sizes(list, countAt, bytesAt) {
        view().setUint32(countAt, list.length, true);
        view().setUint32(bytesAt, list.reduce((sum, string) => sum + encoder.encode(string).length + 1, 0), true);
        return success;
    }
    const now = (clock) => BigInt(Math.round((clock === 0 ? Date.now() : performance.timeOrigin + performance.now()) * 1e6));

    const calls = {
        args_get: (pointers, at) => strings(args, pointers, at),
        args_sizes_get: (count, size) => sizes(args, count, size),
        environ_get: (pointers, at) => strings(env, pointers, at),
        environ_sizes_get: (count, size) => sizes(env, count, size),
        clock_res_get: (_, at) => (view().setBigUint64(at, 1000n, true), success),
        clock_time_get: (clock, _, at) => (view().setBigUint64(at, now(clock), true), success),
        random_get: (at, length) => {
            for (let done = 0; done < length; done += 65536) {
                const part = crypto.getRandomValues(new Uint8Array(Math.min(65536, length - done)));
                bytes(at + done, part.length).set(part);
            }
            return success;
        },
        sched_yield: () => success,
        proc_exit: (code) => { throw new Exit(code); },
        // Only sleeping: nothing else of the program waits here.
        poll_oneoff: (from, to, count, countAt) => {
            const TIME = 0;
            if (count !== 1 || view().getUint8(from + 8) !== TIME) {
                return notsup;
            }
            const [clock, until] = [view().getUint32(from + 16, true), view().getBigUint64(from + 24, true)];
            const isTime = view().getUint16(from + 40, true) & 1;
            Atomics.wait(pause, 0, 0, Math.max(0, Number(isTime ? until - now(clock) : until) / 1e6));
            bytes(to, 32).fill(0);
            view().setBigUint64(to, view().getBigUint64(from, true), true);
            view().setUint32(countAt, 1, true);
            return success;
        },
        fd_prestat_get: (fd, at) => {
            if (fd !== 3) {
                return badf;
            }
            bytes(at, 8).fill(0);
            view().setUint32(at + 4, 1, true);
            return success;
        },
        fd_prestat_dir_name: (fd, at) => (bytes(at, 1).set(encoder.encode('/')), fd === 3 ? success : badf),
        fd_fdstat_get: (fd, at) => {
            const FOLDER = 3;
            const DEVICE = 2;
            const [error, kind] = fd <= 2 ? [success, [DEVICE]] : fd === 3 ? [success, [FOLDER]] : ask('kind', fd);
            bytes(at, 24).fill(0);
            view().setUint8(at, kind[0] ?? 0);
            // All rights; those of a device have no places in it.
            view().setBigUint64(at + 8, fd <= 2 ? 0x1fffffdbn : 0x1fffffffn, true);
            view().setBigUint64(at + 16, 0x1fffffffn, true);
            return error;
        },
        fd_fdstat_set_flags: () => success,
        fd_read: (fd, at, count, sizeAt) => read(fd, lists(at, count), sizeAt),
        fd_pread: (fd, at, count, position, sizeAt) => read(fd, lists(at, count), sizeAt, position),
        fd_write: (fd, at, count, sizeAt) => write(fd, lists(at, count), sizeAt),
        fd_pwrite: (fd, at, count, position, sizeAt) => write(fd, lists(at, count), sizeAt, position),
        fd_seek: (fd, offset, whence, at) => fd <= 2 ? spipe : askInto(at, 'seek', fd, Number(offset), whence),
        fd_tell: (fd, at) => fd <= 2 ? spipe : askInto(at, 'seek', fd, 0, 1),
        fd_close: (fd) => fd <= 2 ? success : ask('close', fd)[0],
        fd_sync: (fd) => fd <= 2 ? success : ask('sync', fd)[0],
        fd_datasync: (fd) => fd <= 2 ? success : ask('sync', fd)[0],
        fd_advise: () => success,
        fd_filestat_get: (fd, at) => fd <= 2 ? badf : askInto(at, 'stat', fd),
        fd_filestat_set_size: (fd, size) => ask('resize', fd, Number(size))[0],
        fd_filestat_set_times: () => success,
        fd_readdir: (fd, at, length, cookie, sizeAt) => {
            const [error, data] = ask('list', fd, Number(cookie), Math.min(length, ANSWER_BYTES));
            bytes(at, data.length).set(data);
            view().setUint32(sizeAt, data.length, true);
            return error;
        },
        path_open: (fd, _follow, at, length, how, _rights, _inherited, flags, fdAt) =>
            askInto(fdAt, 'open', fd, text(at, length), how, flags),
        path_filestat_get: (fd, _follow, at, length, to) => askInto(to, 'statPath', fd, text(at, length)),
        path_filestat_set_times: () => success,
        path_create_directory: (fd, at, length) => ask('createFolder', fd, text(at, length))[0],
        path_remove_directory: (fd, at, length) => ask('removeFolder', fd, text(at, length))[0],
        path_unlink_file: (fd, at, length) => ask('remove', fd, text(at, length))[0],
        path_rename: (fd, at, length, toFd, toAt, toLength) =>
            ask('rename', fd, text(at, length), toFd, text(toAt, toLength))[0],
        path_readlink: () => inval,
        path_symlink: () => notsup,
        path_link: () => notsup,
    };
    const missing = (name) => () => (say({ error: `${name} is missing` }), nosys);
    return {
        env: { memory },
        wasi_snapshot_preview1: new Proxy(calls, { get: (known, name) => known[name] ?? missing(name) }),
        wasi: {
            'thread-spawn': (argument) => {
                const number = shared.newThread();
                say({ spawn: { number, argument } });
                return number;
            },
        },
    };
}
