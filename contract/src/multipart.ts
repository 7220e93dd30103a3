import { z } from "zod";
import { name } from "./text.ts";

/** The limits of a multipart body; its `bodyLimit` is that of all parts together. */
export interface Multipart {
  /** The most files, which are the parts with the name `file`. */
  files: number;
  /** The most bytes of one file. */
  fileBytes: number;
}

/** A file of a multipart body as its handler gets it: its bytes are stored already. A client sends a `File`. */
export interface Upload {
  name: string;
  mediaType: string;
  fileId: string;
  sha256: string;
  bytes: number;
}

/** The usual limits of an upload. */
export const uploadLimits: Multipart = { files: 100, fileBytes: 32 * 1024 * 1024 };

/** These are the ways to treat what is there already under the name of something that comes in. */
export const onConflict = z.enum(["error", "replace", "keep_both", "skip"]).default("error");

const longestName = 200;

/**
 * Returns a file's name as a title may be: the last part of its path without control and direction characters, and where
 * it is too long, its beginning and its ending.
 */
function safeName(value: string): string {
  const last = value.split(/[/\\]/).at(-1) ?? "";
  const letters = [
    ...last
      .toWellFormed()
      .replace(/[\p{Cc}\p{Bidi_Control}]/gu, "")
      .trim(),
  ];
  if (letters.length <= longestName) return letters.join("");
  const ending = [...(/\.[^.\s]{1,20}$/u.exec(letters.join(""))?.[0] ?? "")];
  return [...letters.slice(0, longestName - ending.length), ...ending].join("");
}

/** A file's name, made safe. One of which nothing is left is refused, and one that names a folder. */
export const fileName = () =>
  z
    .string()
    .transform(safeName)
    .refine((named) => !/^\.{1,2}$/.test(named), "must name a file, not a folder")
    .refine((named) => !/^[.\s…]{3,}$/.test(named), "has a name of dots only; give it another one")
    .pipe(name());

/** The files of a multipart body. `named` is the rule of their names. */
export const uploads = (limits: Multipart, named: z.ZodType<string, string> = fileName()) => {
  const stored = { mediaType: z.string(), fileId: z.string(), sha256: z.string(), bytes: z.int() };
  const upload = z.object({ name: named, ...stored }).meta({ type: "string", format: "binary" });
  return z
    .array(upload as unknown as z.ZodType<Upload, File>)
    .min(1)
    .max(limits.files);
};

/** A file that is answered as it is. A client gets its bytes as a stream. */
export interface RawFile {
  name: string;
  mediaType: string;
  /** The size; left out where it is known only at the end. */
  bytes?: number;
  content: AsyncIterable<Uint8Array>;
}

/** The reply of an endpoint that answers a file. */
export const rawFile = () =>
  z
    .unknown()
    .meta({ type: "string", contentMediaType: "application/octet-stream" }) as unknown as z.ZodType<RawFile>;
