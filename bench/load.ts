import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, connect } from "./connection.ts";

export interface Load {
  port: number;
  read: string;
  write: string;
  writers: number;
  /** Reads a plan every two milliseconds; times count from when the read was due. */
  reads: boolean;
  /** Measured seconds, after a warm-up of the same length, at most 0.7 s. */
  seconds: number;
}

export interface Loaded {
  writesPerSecond: number;
  /** Read latency in milliseconds. */
  p50: number;
  p99: number;
}

/** A process that reads `Load` and prints `Loaded`. */
const { port, read, write, writers, reads, seconds } = (await json(process.stdin)) as Load;
const everyMs = 2;
/** Starting processes and loading code briefly takes the CPU from all others. */
const start = performance.now() + Math.min(0.7, seconds) * 1000;
const until = start + seconds * 1000;

let written = 0;
let lastWritten = start;
function writer(): Promise<void> {
  const bytes = Buffer.from(write);
  return new Promise((resolve) => {
    const connection = connect(port, (status) => {
      if (status !== 201) throw new Error(`a write was answered ${status}`);
      const at = performance.now();
      if (at >= start) {
        written++;
        lastWritten = at;
      }
      next();
    });
    const next = () => {
      if (performance.now() < until) return connection.send(bytes);
      connection.close();
      resolve();
    };
    next();
  });
}

const took: number[] = [];
async function reader(): Promise<void> {
  const bytes = Buffer.from(read);
  const idle: Connection[] = [];
  const dueOf = new Map<Connection, number>();
  let open = 0;
  const ask = (due: number) => {
    const connection =
      idle.pop() ??
      connect(port, (status) => {
        if (status !== 200) throw new Error(`a read was answered ${status}`);
        const due = dueOf.get(connection) ?? 0;
        if (due >= start) took.push(performance.now() - due);
        open--;
        idle.push(connection);
      });
    dueOf.set(connection, due);
    open++;
    connection.send(bytes);
  };
  for (let due = performance.now(); reads && due < until; due += everyMs) {
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    ask(due);
  }
  while (open > 0) await sleep(1);
  for (const connection of idle) connection.close();
}

await Promise.all([...Array.from({ length: writers }, writer), reader()]);
took.sort((a, b) => a - b);
const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN;
const done: Loaded = {
  writesPerSecond: (written / (lastWritten - start || 1)) * 1000,
  p50: at(0.5),
  p99: at(0.99),
};
process.stdout.write(JSON.stringify(done));
