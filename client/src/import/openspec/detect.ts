import type { Files } from "../files.ts";
import { placeAt } from "./place.ts";

/** Tests for an `openspec` folder, a part of one, or a repository with one. */
export const isOpenSpec = async (files: Files, path: string): Promise<boolean> =>
  (await placeAt(files, path)) !== null;
