import type { Files } from "../files.ts";
import { placeAt } from "./place.ts";

/** Tests for a folder of Backlog.md, a part of one, or a repository with one. */
export const isBacklog = async (files: Files, path: string): Promise<boolean> =>
  (await placeAt(files, path)) !== null;
