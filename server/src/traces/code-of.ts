/** Returns the code of an error for a span: one word, and nothing of its message, which may hold names and texts. */
export function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const word = typeof code === "string" ? code : name;
  return typeof word === "string" && /^[\w.-]{1,60}$/.test(word) ? word : "unknown";
}
