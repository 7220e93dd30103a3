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
}
