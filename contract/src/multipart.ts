import { z } from "zod";
import { name } from "./text.ts";

/** Limits of a multipart body; `bodyLimit` covers all parts together. */
export interface Multipart {
  /** Parts with the name `file`. */
  files: number;
  /** Bytes per file. */
  fileBytes: number;
  /** Stores each file by itself, even if its content is there already, so that the handler may delete it. */
  isAlone?: true;
}

/** A stored file of a multipart body, as handlers receive it. Clients send a `File`. */
export interface Upload {
  name: string;
  mediaType: string;
  fileId: string;
  sha256: string;
  bytes: number;
}

export const uploadLimits: Multipart = { files: 100, fileBytes: 32 * 1024 * 1024 };

export const pictureLimits: Multipart = { files: 1, fileBytes: 10 * 1024 * 1024, isAlone: true };

/** Width times height of a picture. */
export const mostPixels = 40_000_000;

/** How to treat an existing file of the same name. */
export const onConflict = z.enum(["error", "replace", "keep_both", "skip"]).default("error");

const longestName = 200;

/**
 * Returns the last part of a path without control and bidi characters; a long name keeps its beginning and
 * extension.
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

/** A sanitized file name; refused if empty or a folder. */
export const fileName = () =>
  z
    .string()
    .transform(safeName)
    .refine((named) => !/^\.{1,2}$/.test(named), "must name a file, not a folder")
    .refine((named) => !/^[.\s…]{3,}$/.test(named), "has a name of dots only; give it another one")
    .pipe(name());

/** The files of a multipart body. `named` validates their names. */
export const uploads = (limits: Multipart, named: z.ZodType<string, string> = fileName()) => {
  const stored = { mediaType: z.string(), fileId: z.string(), sha256: z.string(), bytes: z.int() };
  const upload = z.object({ name: named, ...stored }).meta({ type: "string", format: "binary" });
  return z
    .array(upload as unknown as z.ZodType<Upload, File>)
    .min(1)
    .max(limits.files);
};

/** A file sent as is. Clients receive its bytes as a stream. */
export interface RawFile {
  name: string;
  mediaType: string;
  /** Omitted if only known at the end. */
  bytes?: number;
  /** True if a browser may show it instead of saving it. */
  isShown?: true;
  content: AsyncIterable<Uint8Array>;
}

export const rawFile = () =>
  z
    .unknown()
    .meta({ type: "string", contentMediaType: "application/octet-stream" }) as unknown as z.ZodType<RawFile>;
