import { ByteReader, Kept, NotWhole, type ReadPicture } from "./picture.ts";

const trailer = Buffer.from([0x3b]);
const extension = 0x21;
const image = 0x2c;
const graphicControl = 0xf9;
const application = 0xff;

/** Applications whose blocks change how the picture looks: loops and colour profiles. */
const looks = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"];

/** Reads a GIF (version 89a). */
export const readGif: ReadPicture = (bytes) => {
  if (!/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return null;
  const reader = new ByteReader(bytes);
  const screen = reader.take(13);
  reader.pass(bytesOfTable(screen[10] ?? 0));
  const kept = new Kept(bytes);
  kept.addRange(0, reader.at);
  let [width, height] = [screen.readUInt16LE(6), screen.readUInt16LE(8)];
  for (let hasImage = false; ; ) {
    const from = reader.at;
    const kind = reader.byte();
    let isKept = true;
    if (kind === trailer[0]) {
      if (!hasImage) throw new NotWhole();
      kept.add(trailer);
      return { type: "image/gif", width, height, body: kept.body };
    }
    if (kind === image) {
      hasImage = true;
      const descriptor = reader.take(9);
      // Browsers enlarge a screen that is smaller than an image.
      width = Math.max(width, descriptor.readUInt16LE(0) + descriptor.readUInt16LE(4));
      height = Math.max(height, descriptor.readUInt16LE(2) + descriptor.readUInt16LE(6));
      reader.pass(bytesOfTable(descriptor[8] ?? 0) + 1);
    } else if (kind === extension) {
      const label = reader.byte();
      isKept = label === graphicControl || (label === application && looks.includes(nameOf(reader)));
    } else throw new NotWhole();
    passBlocks(reader);
    if (isKept) kept.addRange(from, reader.at);
  }
};

const bytesOfTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

const nameOf = (reader: ByteReader) => reader.peek(12).toString("latin1", 1);

function passBlocks(reader: ByteReader): void {
  for (let length = reader.byte(); length > 0; length = reader.byte()) reader.pass(length);
}
