const tag = 0x0112;
const short = 3;

/** How a picture is turned, from 2 to 8 as in EXIF; 5 and above exchange width and height. */
export type Orientation = number;

/** Reads the orientation of a TIFF header, as EXIF is one; null if it turns nothing or makes no sense. */
export function orientationOf(tiff: Buffer): Orientation | null {
  const order = tiff.toString("latin1", 0, 2);
  if (tiff.length < 8 || (order !== "II" && order !== "MM")) return null;
  const isLittle = order === "II";
  const short16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = long(4);
  if (short16(2) !== 42 || directory + 2 > tiff.length) return null;
  const first = directory + 2;
  const end = Math.min(first + 12 * short16(directory), tiff.length - 11);
  for (let at = first; at < end; at += 12) {
    if (short16(at) !== tag) continue;
    const value = short16(at + 2) === short && long(at + 4) === 1 ? short16(at + 8) : 0;
    return value >= 2 && value <= 8 ? value : null;
  }
  return null;
}

/** The most bytes by which a picture grows, since the shortest EXIF lacks parts of a whole one. */
export const mostGrown = 16;

/** Returns EXIF that says nothing but the orientation. */
export function exifOf(orientation: Orientation): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", "latin1");
  tiff.writeUInt32BE(8, 4); // The place of the only directory, of one entry.
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(tag, 10);
  tiff.writeUInt16BE(short, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** Returns the size as it is shown. */
export const turned = (
  { width, height }: { width: number; height: number },
  orientation: Orientation | null,
): { width: number; height: number } =>
  orientation !== null && orientation >= 5 ? { width: height, height: width } : { width, height };
