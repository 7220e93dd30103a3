/** A request as a test sees it, and what became of it. */
export type LogEntry = {
  index: number;
  method: string;
  /** The path with its query. */
  path: string;
  /** The headers without the token. */
  headers: Record<string, string>;
  body: unknown;
  /** This says whether the stand-in acted on it, be it to refuse. */
  executed: boolean;
  /** The stand-in's answer; null when it never came to that. */
  result: number | null;
  /** The part that reached the client: a status, a broken connection, or nothing yet. */
  sent: number | "cut" | "truncated" | null;
};

/** An answer put in the place of the true one. A text as body is sent as HTML, as a proxy would. */
export type Sent = { status: number; headers?: Record<string, string>; body?: unknown };

/**
 * A fault of one request. `before` takes the place of executing it, `after` that of the answer of the executed
 * request ("truncate" sends half of it), `delayMs` waits between both, and `revoke` makes the request's token invalid
 * from now on. It is plain data, so it can be set from another process.
 */
export type Fault = {
  before?: "cut" | Sent;
  after?: "cut" | "truncate" | Sent;
  delayMs?: number;
  revoke?: boolean;
};

/** It says which requests it takes: `path` is the source of a regular expression over path and query. An empty match is every request. */
export type Match = { method?: string; path?: string };

/** `skip`: matching requests let through first. `times`: how often it strikes, 1 unless told; 0 is for ever. */
export type Rule = { match: Match; fault: Fault; skip?: number; times?: number };

export type Faults = {
  add(rule: Rule): void;
  /** The next matching request only. */
  next(match: Match, fault: Fault): void;
  /** Every matching request until `clear`. */
  always(match: Match, fault: Fault): void;
  clear(): void;
  /** The fault of the first rule that strikes this request; counts it down. */
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

const now = () => Math.floor(Date.now() / 1000);
const overLimit = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";

/** The faults that a client of GitHub must survive, by name. */
export const faults = {
  /** The operation is done, the answer never arrives. */
  loseReply: { after: "cut" } satisfies Fault,
  /** The connection breaks before the operation. */
  cut: { before: "cut" } satisfies Fault,
  /** The operation is done, half of the answer arrives. */
  truncate: { after: "truncate" } satisfies Fault,
  /** Makes the token unknown from this request on (401). */
  revoke: { revoke: true } satisfies Fault,
  slow: (delayMs: number): Fault => ({ delayMs }),
  /** 500, 502 …, before or after the operation was done. */
  serverError: (status: number, when: "before" | "after"): Fault => ({
    [when]: { status, body: "<html>Unicorn!</html>" },
  }),
  /** The secondary limit, which GitHub answers as 403 or 429, with or without Retry-After (seconds). */
  secondaryLimit: (status: 403 | 429, retryAfter?: number): Fault => ({
    before: {
      status,
      body: { message: overLimit, documentation_url: "https://docs.github.com/rest", status: String(status) },
      ...(retryAfter === undefined ? {} : { headers: { "retry-after": String(retryAfter) } }),
    },
  }),
  /** The hourly limit: nothing remains, reset in so many seconds. */
  primaryLimit: (resetIn: number): Fault => ({
    before: {
      status: 403,
      body: {
        message: "API rate limit exceeded",
        documentation_url: "https://docs.github.com/rest",
        status: "403",
      },
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now() + resetIn) },
    },
  }),
};
