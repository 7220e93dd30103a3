import { type DestinationStream, type Logger, pino } from "pino";
import { redact } from "./secrets/redact.ts";

export type Log = Logger;

/** One JSON line per entry on standard error, so that standard output stays for people and for `--json`. Secrets are cut out of each line. */
export function createLog(
  level: string,
  destination: { write(line: string): unknown } = oncePerTurn(process.stderr),
): Log {
  const stream: DestinationStream = { write: (line) => void destination.write(redact(line)) };
  return pino({ level, base: null, timestamp: oncePerMillisecond() }, stream);
}

/** The time as pino wants it; writing it out costs more than the rest of a line. */
function oncePerMillisecond(): () => string {
  let last = Number.NaN;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== last) text = `,"time":"${new Date(now).toISOString()}"`;
    last = now;
    return text;
  };
}

/** Writes what one turn of the event loop logged at once: a write to standard error waits for its end. */
function oncePerTurn(stream: NodeJS.WritableStream): { write(line: string): void } {
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
