/**
 * Returns the value of a cookie in a `Cookie` header; undefined where it has none of that name. Only spaces and tabs
 * are no part of a name: `trim` would drop more, and any neighbouring host can set `__Host-…` with such a character in
 * front, since to browsers that is another name.
 */
export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(";")
    .map((pair) => pair.replace(/^[ \t]+|[ \t]+$/g, ""))
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/**
 * Returns how a secret travels: in a cookie that no script reads, and that comes along from other sites with links only.
 * The name with `__Host-` binds it to this very host and to HTTPS; browsers refuse that name on plain HTTP, which gets
 * another one.
 */
export function hostCookie(publicUrl: string, plainName: string) {
  const isSecure = publicUrl.startsWith("https:");
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    /** Returns the secret that a request's cookies hold. */
    read: (header: string | undefined): string | undefined => cookieIn(header, name),
    /** Returns the `Set-Cookie` for a secret, with how long the browser keeps it. */
    write: (secret: string, kept: string): string => `${name}=${secret}; ${attributes}; ${kept}`,
  };
}

/** Returns the cookie of a session. */
export function sessionCookie(publicUrl: string) {
  const { read, write } = hostCookie(publicUrl, "groundplan");
  return {
    read,
    /** Returns the `Set-Cookie` for a session; null takes the cookie away. */
    write: (session: { secret: string; expiresAt: string } | null): string =>
      write(session?.secret ?? "", `Expires=${new Date(session?.expiresAt ?? 0).toUTCString()}`),
  };
}
