import { readGif } from "./gif.ts";
import { readJpeg } from "./jpeg.ts";
import { NotWhole, type Picture } from "./picture.ts";
import { readPng } from "./png.ts";
import { readWebp } from "./webp.ts";

export type { Picture } from "./picture.ts";

/**
 * Returns a picture without EXIF, XMP, comments and whatever else doesn't change how it looks, its pixels as they were.
 * The bytes decide its type; null if they are no whole PNG, JPEG, GIF or WebP.
 */
export function readPicture(bytes: Buffer): Picture | null {
  try {
    for (const read of [readPng, readJpeg, readGif, readWebp]) {
      const picture = read(bytes);
      if (picture) return picture.width > 0 && picture.height > 0 ? picture : null;
    }
    return null;
  } catch (error) {
    if (error instanceof NotWhole) return null;
    throw error;
  }
}
