/** Collects the parts of a text in pieces, since millions of parts take far more memory than their text. */
export function longText() {
  const pieces: string[] = [];
  let parts: string[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(part: string) {
      length += part.length;
      if (parts.push(part) < 1000) return;
      pieces.push(parts.join(""));
      parts = [];
    },
    end: () => [...pieces, ...parts].join(""),
  };
}
