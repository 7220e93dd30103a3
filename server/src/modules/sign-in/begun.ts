import { checksumOk, newSecret } from "../identity/key-format.ts";

type Request = { begun: { read(): string | undefined; write(secret: string): void } };

/** Returns the secret of a signing-in browser and sets its cookie, shared by its tabs. */
export function beginInBrowser({ begun }: Request): string {
  const known = begun.read();
  const secret = known !== undefined && checksumOk(known) ? known : newSecret("plan_browser_");
  begun.write(secret);
  return secret;
}
