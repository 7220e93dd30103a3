/** Counts a PDF's pictures by their uncompressed dictionaries, without masks. */
export function picturesIn(bytes: Buffer): number {
  const masks = new Set<string>();
  let pictures = 0;
  for (let at = bytes.indexOf("/Image"); at >= 0; at = bytes.indexOf("/Image", at + 6)) {
    if (/\/Subtype\s*\/Image(?![\w])/.test(bytes.toString("latin1", Math.max(0, at - 30), at + 7)))
      pictures++;
  }
  for (let at = bytes.indexOf("Mask"); at >= 0; at = bytes.indexOf("Mask", at + 4)) {
    const found = /^(?:\/SMask|.\/Mask)\s+(\d+ \d+) R/.exec(bytes.toString("latin1", at - 2, at + 30));
    if (found?.[1]) masks.add(found[1]);
  }
  return Math.max(0, pictures - masks.size);
}
