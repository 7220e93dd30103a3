/** A request as tests see it, with its outcome. */
export type LogEntry = {
  index: number;
  method: string;
  /** With its query. */
  path: string;
  /** The headers without the token. */
  headers: Record<string, string>;
  body: unknown;
  /** An uploaded body. */
  bytes?: Buffer;
  /** True if the stand-in processed it, even with a refusal. */
  executed: boolean;
  /** The stand-in's answer, or null. */
  result: number | null;
  /** The answer that reached the client: a status, a broken connection, or nothing yet. */
  sent: number | "cut" | "truncated" | null;
};

/** A replacement answer. A text body is sent as HTML, as by a proxy. */
export type Sent = { status: number; headers?: Record<string, string>; body?: unknown };

/**
 * A fault of one request. `before` replaces its execution, `after` the answer of the executed request
 * ("truncate" sends half), `delayMs` waits in between, and `revoke` voids its token. Plain data, settable
 * from another process.
 */
export type Fault = {
  before?: "cut" | Sent;
  after?: "cut" | "truncate" | Sent;
  delayMs?: number;
  revoke?: boolean;
};

/** Selects requests: `path` is a regular expression over path and query. Empty matches all. */
export type Match = { method?: string; path?: string };

/** `skip`: matching requests let through first. `times`: strikes, 1 by default, 0 for unlimited. */
export type Rule = { match: Match; fault: Fault; skip?: number; times?: number };

export type Faults = {
  add(rule: Rule): void;
  next(match: Match, fault: Fault): void;
  /** Strikes every matching request until `clear`. */
  always(match: Match, fault: Fault): void;
  clear(): void;
  /** Returns the fault of the first matching rule, and counts it down. */
  take(entry: LogEntry): Fault | undefined;
};

export function createFaults(): Faults {
  let rules: { rule: Rule; toSkip: number; left: number }[] = [];
  const add = (rule: Rule) => {
    rules.push({
      rule,
      toSkip: rule.skip ?? 0,
      left: rule.times === 0 ? Number.POSITIVE_INFINITY : (rule.times ?? 1),
    });
  };
  return {
    add,
    next: (match, fault) => add({ match, fault }),
    always: (match, fault) => add({ match, fault, times: 0 }),
    clear: () => {
      rules = [];
    },
    take(entry) {
      for (const state of rules) {
        if (state.left === 0 || !matches(state.rule.match, entry)) continue;
        if (state.toSkip-- > 0) continue;
        state.left -= 1;
        return state.rule.fault;
      }
      return undefined;
    },
  };
}

function matches({ method, path }: Match, entry: LogEntry): boolean {
  return (
    (method === undefined || method === entry.method) &&
    (path === undefined || new RegExp(path).test(entry.path))
  );
}
