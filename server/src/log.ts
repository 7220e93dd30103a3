import { type DestinationStream, type Logger, pino } from "pino";
import { redact } from "./redact.ts";

export type Log = Logger;

interface Destination {
  write(line: string): unknown;
}

/**
 * Creates the log: JSON lines on standard error, with secrets redacted, which keeps standard output for
 * results.
 */
export function createLog(level: string, destination: Destination = toStandardError()): Log {
  const stream: DestinationStream = { write: (line) => void destination.write(redact(line)) };
  return pino({ level, base: null, timestamp: () => `,"time":"${isoTime()}"` }, stream);
}

/** Writes a request's line in the format of `log.info`, but faster than pino's serialization by field. */
export function logRequest(log: Log, fields: object): void {
  if (!log.isLevelEnabled("info")) return;
  const line = { level: log.levels.values.info, time: isoTime(), ...fields, msg: "request" };
  (log as StreamOf)[pino.symbols.streamSym].write(`${JSON.stringify(line)}\n`);
}
type StreamOf = Log & { [pino.symbols.streamSym]: DestinationStream };

let lastTime = Number.NaN;
let lastText = "";

/** Returns the current time as ISO text, cached per millisecond. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastTime) lastText = new Date(now).toISOString();
  lastTime = now;
  return lastText;
}

let standardError: Destination | undefined;

/** Returns the stream to standard error, shared by all logs of a process. */
const toStandardError = (): Destination => {
  standardError ??= oncePerTurn(process.stderr);
  return standardError;
};

/** Batches the lines of one turn of the event loop, since each write blocks. */
function oncePerTurn(stream: NodeJS.WritableStream): Destination {
  let waiting = "";
  const flush = () => {
    if (waiting) stream.write(waiting);
    waiting = "";
  };
  process.on("exit", flush);
  stream.on("error", () => {}); // An unwritable log (closed pipe, full disk) must not end the service.
  return {
    write(line) {
      if (!waiting) setImmediate(flush);
      waiting += line;
    },
  };
}
