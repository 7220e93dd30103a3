/** The most characters of the name that are told: it comes from outside. */
const mostCharacters = 300;

/** Returns the address that the issuer calls itself, where that is why its document was refused; else null. */
export function otherNameIn(error: unknown): string | null {
  for (let thrown = error; thrown instanceof Error; thrown = thrown.cause) {
    const { attribute, body } = (thrown.cause ?? {}) as { attribute?: unknown; body?: { issuer?: unknown } };
    if (attribute === "issuer" && typeof body?.issuer === "string")
      return body.issuer.slice(0, mostCharacters);
  }
  return null;
}

/** Returns the error for a document of an issuer that calls itself otherwise than the setting. */
export const namedOtherwise = (issuer: string): Error =>
  new Error("the issuer calls itself otherwise", { cause: { attribute: "issuer", body: { issuer } } });
