/** Returns an error's code for a span, without its message, which may contain names or texts. */
export function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const word = typeof code === "string" ? code : name;
  return typeof word === "string" && /^[\w.-]{1,60}$/.test(word) ? word : "unknown";
}
