/** Returns a function that makes ids unique: `x`, then `x-2`. */
export function uniqueIds(): (id: string) => string {
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return (id) => {
    let count = counts.get(id) ?? 1;
    let unique = id;
    while (used.has(unique)) unique = `${id}-${++count}`;
    counts.set(id, count);
    used.add(unique);
    return unique;
  };
}

/** Returns the words of a text as an id: lower case, joined by `-`, at most 60 characters. */
export const slugOf = (text: string): string =>
  [
    ...(
      text
        .normalize("NFKC")
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? []
    ).join("-"),
  ]
    .slice(0, 60)
    .join("");
