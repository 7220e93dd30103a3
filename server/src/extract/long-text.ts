/** Joins parts into chunks, since millions of small strings take far more memory than their text. */
export function longText() {
  const pieces: string[] = [];
  let parts: string[] = [];
  return {
    add(part: string) {
      if (parts.push(part) < 1000) return;
      pieces.push(parts.join(""));
      parts = [];
    },
    end: () => [...pieces, ...parts].join(""),
  };
}
