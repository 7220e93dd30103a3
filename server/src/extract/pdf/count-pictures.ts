/** Counts a PDF's pictures by their uncompressed dictionaries, without masks. */
export function countPictures(bytes: Buffer): number {
  const masks = new Set<string>();
  let pictures = 0;
  for (let start = bytes.indexOf("/Image"); start >= 0; start = bytes.indexOf("/Image", start + 6)) {
    if (/\/Subtype\s*\/Image(?![\w])/.test(bytes.toString("latin1", Math.max(0, start - 30), start + 7)))
      pictures++;
  }
  for (let offset = bytes.indexOf("Mask"); offset >= 0; offset = bytes.indexOf("Mask", offset + 4)) {
    const found = /^(?:\/SMask|.\/Mask)\s+(\d+ \d+) R/.exec(
      bytes.toString("latin1", offset - 2, offset + 30),
    );
    if (found?.[1]) masks.add(found[1]);
  }
  return Math.max(0, pictures - masks.size);
}
