/** A request as it came, from any transport; nothing of it has been checked. */
export interface RawRequest {
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: unknown;
  /** The values of the headers with these names. */
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
  idempotencyKey?: string | readonly string[] | undefined;
  prefer?: string | undefined;
  accept?: string | undefined;
  lastEventId?: string | readonly string[] | undefined;
  /** The body's own meaning, where it has more in it than its sender wrote; a repeated request says the same. */
  said?: unknown;
  /** The error that the request ends with, known before its body came: whatever is wrong with its shape goes first. */
  refused?: unknown;
}
