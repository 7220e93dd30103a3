import { type Files, whole } from "../files.ts";
import { joined, nameOf } from "../paths.ts";
import { manifestFile } from "./index.ts";

/** Tests for a folder of Groundplan's markdown, or the file that lists its plans. */
export const isMarkdownFolder = async (files: Files, path: string): Promise<boolean> =>
  nameOf(path) === manifestFile
    ? (await files.kindOf(whole(files, path))) === "other"
    : (await files.kindOf(joined(whole(files, path), manifestFile))) === "other";
