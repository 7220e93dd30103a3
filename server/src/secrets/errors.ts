/**
 * A missing, malformed or wrong key, or a secret that it doesn't decrypt. The message is for the operator and
 * never contains key or secret bytes.
 */
export class SecretKeyError extends Error {
  override name = "SecretKeyError";
}
