/** Collects the parts of a text in pieces, since millions of parts take far more memory than their text. */
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
