import { ByteReader, Kept, NotWhole, type ReadPicture } from "./picture.ts";

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Chunks that change how the picture looks; all others are metadata. */
const looks = new Set(
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP mDCV cLLI acTL fcTL fdAT".split(" "),
);

/** Reads a PNG, also an animated one (PNG, third edition). */
export const readPng: ReadPicture = (bytes) => {
  if (!bytes.subarray(0, 8).equals(signature)) return null;
  const reader = new ByteReader(bytes, 8);
  const kept = new Kept(bytes);
  kept.add(signature);
  const header = reader.peek(25);
  if (header.toString("latin1", 4, 8) !== "IHDR") throw new NotWhole();
  for (let hasData = false; ; ) {
    const from = reader.at;
    const head = reader.peek(8);
    const type = head.toString("latin1", 4);
    reader.pass(head.readUInt32BE(0) + 12);
    if (looks.has(type)) kept.addRange(from, reader.at);
    hasData ||= type === "IDAT";
    if (type !== "IEND") continue;
    if (!hasData) throw new NotWhole();
    const [width, height] = [header.readUInt32BE(8), header.readUInt32BE(12)];
    return { type: "image/png", width, height, body: kept.body };
  }
};
