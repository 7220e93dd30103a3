/** Returns the path of a request as logs have it: the token of a public link is a secret, and is left out. */
export function loggedPath(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  return path.replace(/^\/+(p|%70)\/[^/]*/i, "/p/-");
}
