import { hostCookie } from "./session-cookie.ts";

const lastsSeconds = 600;

/**
 * Returns the cookie that identifies a browser during a sign-in. `SameSite=Lax`, so that it survives an
 * issuer's redirect.
 */
export function begunCookie(publicUrl: string) {
  const { read, write } = hostCookie(publicUrl, "groundplan-begun");
  return { read, write: (secret: string): string => write(secret, `Max-Age=${lastsSeconds}`) };
}
