/** A meter counts and measures what a process does. There is none where no metrics are asked for, and then nothing is counted. */
export interface Meter {
  /** Counts an answer by its route's template. `seconds` is absent where the duration was not measured. */
  request(route: string, method: string, status: number, seconds?: number): void;
  /** Notes a command that the service awaited, from its sending until it was on disk or refused. */
  write(result: "done" | "failed", seconds: number): void;
  /** Notes a transaction with the number of its commands. */
  batch(commands: number, seconds: number): void;
  job(kind: string, result: JobResult, seconds: number): void;
  push(state: string, seconds: number): void;
  delivery(result: string): void;
  outboundCall(purpose: Purpose, result: string, seconds: number): void;
}

/** A run of a job ends done, to be tried again, to go on later, given up, or given back by a process that stops. */
export type JobResult = "done" | "failed" | "later" | "dead" | "stopped";

/** The service calls others for these purposes. */
export type Purpose = "tracker" | "webhook" | "page" | "issuer" | "app" | "mail" | "mcp";

/** Returns the seconds since a time of `performance.now`. */
export const secondsSince = (from: number): number => (performance.now() - from) / 1000;

/** The part of a process that whoever counts needs. */
export interface Metered {
  meter?: Meter | undefined;
}

/** A figure that is read when somebody asks for metrics. */
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
