/** An unvalidated request from any transport. */
export interface RawRequest {
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: unknown;
  /** Header values. */
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
  idempotencyKey?: string | readonly string[] | undefined;
  prefer?: string | undefined;
  claim?: string | undefined;
  accept?: string | undefined;
  lastEventId?: string | readonly string[] | undefined;
  /** The meaning of a body that contains more than its sender wrote; equal for repeated requests. */
  said?: unknown;
  /** An error known before the body arrived, reported unless the request's shape is wrong too. */
  refused?: unknown;
}
