import { forbidden } from "../../errors.ts";

/** Throws 403 where the page that asks was opened at another address than the public one: `what` happens there only. */
export function requirePublicOrigin(
  { publicUrl }: { publicUrl(): string },
  { origin }: { origin: string | undefined },
  what: string,
): void {
  if (origin === undefined || origin === new URL(publicUrl()).origin) return;
  throw forbidden(`${what} at ${publicUrl()} only. Open the console there.`);
}
