/**
 * Returns a cookie's value. Trims only spaces and tabs: `trim` would accept `__Host-…` preceded by other
 * characters, which any sibling host can set.
 */
export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(";")
    .map((pair) => pair.replace(/^[ \t]+|[ \t]+$/g, ""))
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/**
 * Returns a secret's cookie: HttpOnly and SameSite=Lax. `__Host-` binds it to this host and HTTPS; plain HTTP
 * needs another name.
 */
export function hostCookie(publicUrl: string, plainName: string) {
  const isSecure = publicUrl.startsWith("https:");
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    read: (header: string | undefined): string | undefined => cookieIn(header, name),
    /** Returns `Set-Cookie` with a lifetime. */
    write: (secret: string, kept: string): string => `${name}=${secret}; ${attributes}; ${kept}`,
  };
}

export function sessionCookie(publicUrl: string) {
  const { read, write } = hostCookie(publicUrl, "groundplan");
  return {
    read,
    /** Returns `Set-Cookie` for a session; null clears it. */
    write: (session: { secret: string; expiresAt: string } | null): string =>
      write(session?.secret ?? "", `Expires=${new Date(session?.expiresAt ?? 0).toUTCString()}`),
  };
}
