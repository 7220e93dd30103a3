import type { Writable } from "node:stream";
import type { Extracted, Task, Unread } from "./answer.ts";
import { readAnswer } from "./read-answer.ts";
import { startConfined } from "./start-confined.ts";
import { watchMemory } from "./watch-memory.ts";
import { watchProcessor } from "./watch-processor.ts";

export type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** This is what one document may take. */
export interface Limits {
  /** Seconds of processor time, from the start of the process. */
  seconds: number;
  /** Seconds after which a process ends that hangs: many times its processor time, of which a busy machine gives little. */
  patience: number;
  /** Bytes of resident memory. */
  memory: number;
  /** Bytes of the heap, which ends the program by itself. */
  heap: number;
  /** Bytes of the document. */
  bytes: number;
}

const failed = (reason: string): Unread => ({ state: "failed", reason });

/**
 * Runs the program on one document and returns its answer. At the worst the answer is a sentence, whatever the program
 * does. Throws what reading the bytes throws, and the signal's reason once that is aborted.
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
  const tooLong = `Reading the file took more than ${limits.seconds} seconds of processor time.`;
  const endCount = watchProcessor(pid, limits.seconds, () => stop(tooLong));
  const late = setTimeout(
    () => stop(`Reading the file took longer than ${limits.patience} seconds.`),
    limits.patience * 1000,
  );
  const cancel = () => stop("Reading the file was cancelled.");
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  try {
    let broken: { error: unknown } | null = null;
    feed(child.stdin, task, bytes, limits.bytes, stop).catch((error: unknown) => {
      broken = { error };
      stop("The file could not be read back.");
    });
    const answer = await readAnswer(child.stdout).catch(() => null);
    if (answer === null) child.stop(); // The program may go on talking.
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

/** Writes the task and then the bytes, as the program takes them. Throws only what reading the bytes throws. */
async function feed(stdin: Writable, task: Task, bytes: Bytes, limit: number, stop: (why: string) => void) {
  stdin.on("error", () => {}); // A program that ends early closes its pipe, which is no failure of the bytes.
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

/** The thread gets so many bytes by a message, and all of their buffer with them. */
const message = 65_536;

/** Joins small chunks: a message for each, or one with very many, would fill the memory of the thread. */
async function* joined(bytes: Bytes): AsyncGenerator<Buffer, void> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    if (chunk.length > 0) chunks.push(chunk);
    length += chunk.length;
    if (length < message) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(chunks);
}
