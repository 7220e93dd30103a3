/** Returns the beginning of a slug that is made from a name: its Latin letters and digits, or else the given word. */
export const slugBase = (name: string, otherwise: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 50)
    .replace(/^-+|-+$/g, "") || otherwise;
