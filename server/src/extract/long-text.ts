/** Joins parts into chunks, since millions of small strings take far more memory than their text. */
export function longText() {
  const chunks: string[] = [];
  let parts: string[] = [];
  return {
    add(part: string) {
      if (parts.push(part) < 1000) return;
      chunks.push(parts.join(""));
      parts = [];
    },
    end: () => [...chunks, ...parts].join(""),
  };
}
