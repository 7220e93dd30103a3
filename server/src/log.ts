import { type DestinationStream, type Logger, pino } from "pino";
import { redact } from "./redact.ts";

export type Log = Logger;

interface Destination {
  write(line: string): unknown;
}

/**
 * Creates the log: one JSON line per entry on standard error, so that standard output stays for people and for
 * `--json`. Secrets are removed from each line.
 */
export function createLog(level: string, destination: Destination = toStandardError()): Log {
  const stream: DestinationStream = { write: (line) => void destination.write(redact(line)) };
  return pino({ level, base: null, timestamp: () => `,"time":"${isoTime()}"` }, stream);
}

/** Writes the line of a request in the form of `log.info`, but faster: pino serializes each field by itself. */
export function logRequest(log: Log, fields: object): void {
  if (!log.isLevelEnabled("info")) return;
  const line = { level: log.levels.values.info, time: isoTime(), ...fields, msg: "request" };
  (log as StreamOf)[pino.symbols.streamSym].write(`${JSON.stringify(line)}\n`);
}
type StreamOf = Log & { [pino.symbols.streamSym]: DestinationStream };

let lastTime = Number.NaN;
let lastText = "";

/**
 * Returns the current time as ISO text. Making it costs more than the rest of a line, so lines of one millisecond share
 * it.
 */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastTime) lastText = new Date(now).toISOString();
  lastTime = now;
  return lastText;
}

let standardError: Destination | undefined;

/** Returns the way to standard error, which all logs of a process share. */
const toStandardError = (): Destination => {
  standardError ??= oncePerTurn(process.stderr);
  return standardError;
};

/** Writes the lines of one turn of the event loop together, since each write to standard error blocks. */
function oncePerTurn(stream: NodeJS.WritableStream): Destination {
  let waiting = "";
  const flush = () => {
    if (waiting) stream.write(waiting);
    waiting = "";
  };
  process.on("exit", flush);
  stream.on("error", () => {}); // A log that can't be written (a closed pipe, a full disk) ends no service.
  return {
    write(line) {
      if (!waiting) setImmediate(flush);
      waiting += line;
    },
  };
}
