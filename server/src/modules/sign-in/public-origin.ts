import { forbidden } from "../../errors.ts";

/** Throws 403 unless the page was opened at the public address; `what` names the action. */
export function requirePublicOrigin(
  { publicUrl }: { publicUrl(): string },
  { origin }: { origin: string | undefined },
  what: string,
): void {
  if (origin === undefined || origin === new URL(publicUrl()).origin) return;
  throw forbidden(`${what} at ${publicUrl()} only. Open the console there.`);
}
