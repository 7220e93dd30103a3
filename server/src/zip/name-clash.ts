/**
 * Returns the first path that file systems may confuse with another, ignoring case and Unicode form, which
 * sorting makes adjacent.
 */
export function clashOf(files: readonly { path: string }[]): { path: string; message: string } | undefined {
  const paths = files.map(({ path }) => {
    const folded = path.normalize("NFC").toLowerCase();
    return { path, parts: path.split("/"), folded: folded.split("/"), key: folded.replaceAll("/", "\0") };
  });
  paths.sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const [n, { path, parts, folded }] of paths.entries()) {
    const before = paths[n - 1];
    const index =
      before?.folded.findIndex((part, i) => part !== folded[i] || before.parts[i] !== parts[i]) ?? 0;
    // If all parts match, the earlier file is a folder here.
    if (before && (index < 0 || before.folded[index] === folded[index]))
      return { path, message: sameName(before.path) };
  }
  return undefined;
}

const sameName = (other: string) =>
  `On some computers it, or a folder above it, has the same name as ${other} or one above that. Rename one of them.`;
