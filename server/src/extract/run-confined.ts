import type { Writable } from "node:stream";
import type { Extracted, Task, Unread } from "./answer.ts";
import { readAnswer } from "./read-answer.ts";
import { startConfined } from "./start-confined.ts";
import { watchMemory } from "./watch-memory.ts";
import { watchProcessor } from "./watch-processor.ts";

export type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Limits for one document. */
export interface Limits {
  /** CPU seconds from the start of the process. */
  cpuSeconds: number;
  /** Wall-clock seconds for a hanging process, many times its CPU time to allow for a busy machine. */
  wallSeconds: number;
  /** Bytes of resident memory. */
  memory: number;
  /** Bytes of V8 heap, which the program enforces itself. */
  heap: number;
  /** Bytes of input. */
  bytes: number;
}

const failed = (reason: string): Unread => ({ state: "failed", reason });

/**
 * Runs the program on a document and returns its answer, in the worst case a failure message. Throws errors
 * of reading the bytes, and the signal's reason if aborted.
 */
export async function runConfined(
  program: URL,
  task: Task,
  bytes: Bytes,
  limits: Limits,
  signal: AbortSignal,
): Promise<Extracted> {
  signal.throwIfAborted();
  const child = startConfined(program, limits.heap);
  const pid = await child.pid;
  if (pid === undefined) return failed("No process could be started to read the file.");
  let stopped: Unread | null = null;
  const stop = (reason: string) => {
    stopped ??= failed(reason);
    child.stop();
  };
  const tooMuch = `Reading the file took more than ${Math.round(limits.memory / 2 ** 20)} MB of memory.`;
  const endWatch = watchMemory(pid, limits.memory, () => stop(tooMuch));
  const tooLong = `Reading the file took more than ${limits.cpuSeconds} seconds of processor time.`;
  const endCount = watchProcessor(pid, limits.cpuSeconds, () => stop(tooLong));
  const late = setTimeout(
    () => stop(`Reading the file took longer than ${limits.wallSeconds} seconds.`),
    limits.wallSeconds * 1000,
  );
  const cancel = () => stop("Reading the file was cancelled.");
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  try {
    let broken: { error: unknown } | null = null;
    feed(child.stdin, task, bytes, limits.bytes, stop).catch((error: unknown) => {
      broken = { error };
      stop("The stored file could not be read.");
    });
    const answer = await readAnswer(child.stdout).catch(() => null);
    if (answer === null) child.stop(); // The program may still be writing.
    const endedWell = await child.ended;
    signal.throwIfAborted();
    if (broken !== null) throw (broken as { error: unknown }).error;
    if (stopped !== null) return stopped;
    if (answer === null || !endedWell)
      return failed("The program that reads files ended without an answer; the file may be damaged.");
    return answer.head.state === "done" ? { ...answer.head, text: answer.text } : answer.head;
  } finally {
    signal.removeEventListener("abort", cancel);
    clearTimeout(late);
    endWatch();
    endCount();
    child.stop();
  }
}

/** Writes the task, then the bytes with backpressure. Throws only errors of reading the bytes. */
async function feed(stdin: Writable, task: Task, bytes: Bytes, limit: number, stop: (why: string) => void) {
  stdin.on("error", () => {}); // A program that exits early closes its pipe, which is no failure of the input.
  let goOn = () => {};
  stdin.on("drain", () => goOn()).on("close", () => goOn());
  stdin.write(`${JSON.stringify(task)}\n`);
  let sum = 0;
  for await (const chunk of joined(bytes)) {
    sum += chunk.length;
    if (sum > limit) return stop(`The file is larger than ${Math.round(limit / 2 ** 20)} MB.`);
    if (stdin.destroyed) return;
    if (stdin.write(chunk)) continue;
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  }
  stdin.end();
}

/** Bytes per message to the child's thread, which clones a view's whole buffer. */
const messageBytes = 65_536;

/** Joins small chunks into new buffers, since too many messages would fill the thread's memory. */
async function* joined(bytes: Bytes): AsyncGenerator<Buffer, void> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    if (chunk.length > 0) chunks.push(chunk);
    length += chunk.length;
    if (length < messageBytes) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(chunks);
}
