/** Characters shown of the untrusted name. */
const mostCharacters = 300;

/** Returns the issuer's own name if the mismatch caused the refusal; null otherwise. */
export function otherNameIn(error: unknown): string | null {
  for (let thrown = error; thrown instanceof Error; thrown = thrown.cause) {
    const { attribute, body } = (thrown.cause ?? {}) as { attribute?: unknown; body?: { issuer?: unknown } };
    if (attribute === "issuer" && typeof body?.issuer === "string")
      return body.issuer.slice(0, mostCharacters);
  }
  return null;
}

export const namedOtherwise = (issuer: string): Error =>
  new Error("the issuer calls itself otherwise", { cause: { attribute: "issuer", body: { issuer } } });
