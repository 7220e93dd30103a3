/** An answer in the short form that `Prefer: return=minimal` asks for (RFC 7240 section 4.2). */
export class MinimalReply {
  readonly body: object;

  constructor(body: object) {
    this.body = body;
  }
}

/** Tests whether a `Prefer` header asks for the short form. */
export const prefersMinimal = (prefer: string | undefined): boolean =>
  /(^|,)\s*return\s*=\s*"?minimal"?\s*(,|;|$)/i.test(prefer ?? "");
