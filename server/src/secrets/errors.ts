/**
 * The error for a key that is missing, malformed or wrong, or a stored secret that can't be opened with it. The message
 * is one sentence for the operator; it never holds key or secret bytes.
 */
export class SecretKeyError extends Error {
  override name = "SecretKeyError";
}
