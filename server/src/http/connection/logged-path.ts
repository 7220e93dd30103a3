/** First parts of the paths of public links, and of those that end mails; the next part is a token. */
const beforeTokens: ReadonlySet<string> = new Set(["p", "l", "unsubscribe"]);

/** Returns a path for logs without the token of a public link, or of one that ends mails. */
export function loggedPath(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  return path.replace(/^\/+([^/]+)\/+[^/]*/, (all, first: string) => {
    const name = decoded(first).toLowerCase();
    return beforeTokens.has(name) ? `/${name}/-` : all;
  });
}

/** Decodes a part of a path as routing does. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
