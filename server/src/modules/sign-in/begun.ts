import { checksumOk, newSecret } from "../identity/key-format.ts";

type Request = { begun: { read(): string | undefined; write(secret: string): void } };

/**
 * Returns the secret by which this browser is known while it signs in, and sets its cookie. What several tabs begin
 * belongs to the same browser.
 */
export function beginInBrowser({ begun }: Request): string {
  const known = begun.read();
  const secret = known !== undefined && checksumOk(known) ? known : newSecret("plan_browser_");
  begun.write(secret);
  return secret;
}
