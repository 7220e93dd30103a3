import { hostCookie } from "./session-cookie.ts";

const lastsSeconds = 600;

/**
 * Returns how a browser shows that it is the one that began to sign in: with a secret in a cookie of its own, which
 * also comes along when an issuer sends the person back here (`SameSite=Lax`).
 */
export function begunCookie(publicUrl: string) {
  const { read, write } = hostCookie(publicUrl, "groundplan-begun");
  return { read, write: (secret: string): string => write(secret, `Max-Age=${lastsSeconds}`) };
}
