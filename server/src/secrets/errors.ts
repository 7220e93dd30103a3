/**
 * A key is missing, malformed or wrong, or a stored secret can't be opened with it.
 * The message is one sentence for the operator; it never holds key or secret bytes.
 */
export class SecretKeyError extends Error {
  override name = "SecretKeyError";
}
