import { cookieIn } from "./session-cookie.ts";

const lastsSeconds = 600;

/**
 * Returns how a browser shows that it is the one that began to sign in: with a secret in a cookie of its own, which
 * also comes along when an issuer sends the person back here (`SameSite=Lax`).
 */
export function begunCookie(publicUrl: string) {
  const isSecure = publicUrl.startsWith("https:");
  const name = isSecure ? "__Host-groundplan-begun" : "groundplan-begun";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    read: (header: string | undefined): string | undefined => cookieIn(header, name),
    write: (secret: string): string => `${name}=${secret}; ${attributes}; Max-Age=${lastsSeconds}`,
  };
}
