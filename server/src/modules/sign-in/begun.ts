import { checksumOk, hashSecret, newSecret } from "../identity/key-format.ts";

type Request = { begun: { read(): string | undefined; write(secret: string): void } };

/**
 * Returns the hash by which this browser is known while it signs in, and sets its cookie. What several tabs begin
 * belongs to the same browser.
 */
export function beginInBrowser({ begun }: Request): string {
  const known = begun.read();
  const secret = known !== undefined && checksumOk(known) ? known : newSecret("plan_browser_");
  begun.write(secret);
  return hashSecret(secret);
}

/** Returns the hash of the browser that a request came from; null where it began nothing. */
export function beganInBrowser({ begun }: Request): string | null {
  const known = begun.read();
  return known === undefined ? null : hashSecret(known);
}
