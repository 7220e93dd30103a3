/** Exit codes of every command, documented in `docs/command-line.md`. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  notSignedIn: 4,
  forbidden: 5,
  conflict: 6,
  rateLimited: 7,
  server: 8,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const ofStatus: Record<number, ExitCode> = {
  401: exitCodes.notSignedIn,
  403: exitCodes.forbidden,
  404: exitCodes.notFound,
  409: exitCodes.conflict,
  412: exitCodes.conflict,
  429: exitCodes.rateLimited,
};

/** Returns the exit code for an HTTP status. */
export function exitCodeOf(status: number): ExitCode {
  if (status >= 200 && status < 300) return exitCodes.ok;
  return ofStatus[status] ?? (status >= 500 ? exitCodes.server : exitCodes.failure);
}
