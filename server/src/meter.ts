/** Counts and measures a process's work. Absent if metrics are off. */
export interface Meter {
  /** Counts an answer by route template. `seconds` is absent if not measured. */
  request(route: string, method: string, status: number, seconds?: number): void;
  /** Records a command, from sending to commit or refusal. */
  write(result: "done" | "failed", seconds: number): void;
  /** Records a transaction and its number of commands. */
  batch(commands: number, seconds: number): void;
  job(kind: string, result: JobResult, seconds: number): void;
  push(state: string, seconds: number): void;
  delivery(result: string): void;
  outboundCall(purpose: Purpose, result: string, seconds: number): void;
}

export type JobResult = "done" | "failed" | "later" | "dead" | "stopped";

/** Purposes of outgoing calls. */
export type Purpose =
  | "tracker"
  | "webhook"
  | "page"
  | "issuer"
  | "app"
  | "mail"
  | "mcp"
  | "model"
  | "web_push";

/** Returns seconds since a `performance.now` time. */
export const secondsSince = (from: number): number => (performance.now() - from) / 1000;

export interface Metered {
  meter?: Meter | undefined;
}

/** A metric that is read on request. */
export interface Gauge<C = never> {
  name: `groundplan_${string}`;
  help: string;
  labels: readonly string[];
  read(context: C): Promise<readonly Sample[]> | readonly Sample[];
}

export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}
