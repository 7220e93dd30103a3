/** Returns a name as part of a path: lowercase letters, digits and dashes; `fallback` if nothing is left. */
export function slugOf(name: string, fallback: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-");
  const slug = [...words]
    .slice(0, 60)
    .join("")
    .replace(/^-+|-+$/g, "");
  return slug === "" ? fallback : slug;
}

/** Returns a function that makes each slug unique by a number. */
export function uniqueSlugs(): (name: string, fallback: string) => string {
  const taken = new Set<string>();
  return (name, fallback) => {
    const slug = slugOf(name, fallback);
    let unique = slug;
    for (let n = 2; taken.has(unique); n++) unique = `${slug}-${n}`;
    taken.add(unique);
    return unique;
  };
}
