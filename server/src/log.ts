import { type DestinationStream, type Logger, pino } from "pino";
import { redact } from "./secrets/redact.ts";

export type Log = Logger;

/** One JSON line per entry on standard error, so that standard output stays for people and for `--json`. Secrets are cut out of each line. */
export function createLog(
  level: string,
  destination: { write(line: string): unknown } = oncePerTurn(process.stderr),
): Log {
  const stream: DestinationStream = { write: (line) => void destination.write(redact(line)) };
  return pino({ level, base: null, timestamp: () => `,"time":"${isoTime()}"` }, stream);
}

/** The line of a request, as `log.info` would write it; pino makes each of its fields a text by itself. */
export function logRequest(log: Log, fields: Record<string, unknown>): void {
  if (!log.isLevelEnabled("info")) return;
  const line = { level: log.levels.values.info, time: isoTime(), ...fields, msg: "request" };
  (log as StreamOf)[pino.symbols.streamSym].write(`${JSON.stringify(line)}\n`);
}
type StreamOf = Log & { [pino.symbols.streamSym]: DestinationStream };

let lastTime = Number.NaN;
let lastText = "";

/** The time now; writing it out costs more than the rest of a line, and many lines have the same. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastTime) lastText = new Date(now).toISOString();
  lastTime = now;
  return lastText;
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
