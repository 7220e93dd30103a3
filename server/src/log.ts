import { type DestinationStream, type Logger, pino } from "pino";
import { redact } from "./secrets/redact.ts";

export type Log = Logger;

/** One JSON line per entry on standard error, so that standard output stays for people and for `--json`. Secrets are cut out of each line. */
export function createLog(
  level: string,
  destination: { write(line: string): unknown } = process.stderr,
): Log {
  const stream: DestinationStream = { write: (line) => void destination.write(redact(line)) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
